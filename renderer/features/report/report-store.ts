import { create } from 'zustand';
import type { ExportProgress } from '../../../shared/answers.ts';
import type { ReportRange, Span } from './report-range.ts';

interface ReportState {
  readonly span: Span;
  /** A moment in the shown range; null: now. */
  readonly at: number | null;
  /** Days that the person chose instead; null: the span is shown. */
  readonly chosen: ReportRange | null;
  readonly saving: ExportProgress | null;
  readonly set: (
    part: Partial<{ span: Span; at: number | null; chosen: ReportRange | null }>,
  ) => void;
  readonly onProgress: (progress: ExportProgress | null) => void;
}

export const useReport = create<ReportState>((set) => ({
  span: 'week',
  at: null,
  chosen: null,
  saving: null,
  set,
  onProgress: (saving) => set({ saving }),
}));
