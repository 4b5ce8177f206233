import { create } from 'zustand';
import type { ExportProgress } from '../../../shared/answers.ts';
import type { WriteFilter } from '../../../shared/filter.ts';

/** Where an export stands; each step holds what its screen needs. */
export type ExportStep =
  | { readonly kind: 'choosing'; readonly note: string | null }
  | { readonly kind: 'starting' }
  | { readonly kind: 'going'; readonly progress: ExportProgress };

interface ExportState {
  /** Frozen when the dialog opens: later filters do not change what is exported (case e04). */
  readonly frozen: { readonly filter: WriteFilter; readonly ids: readonly number[] } | null;
  readonly step: ExportStep;
  /** Progress that came before the answer that names its export. */
  readonly early: ExportProgress | null;
  readonly open: (filter: WriteFilter, ids: readonly number[]) => void;
  readonly close: () => void;
  readonly setStep: (step: ExportStep) => void;
  readonly onProgress: (progress: ExportProgress) => void;
}

export const useExport = create<ExportState>((set, get) => ({
  frozen: null,
  step: { kind: 'choosing', note: null },
  early: null,
  open: (filter, ids) => {
    if (get().frozen !== null) return;
    set({ frozen: { filter, ids }, step: { kind: 'choosing', note: null }, early: null });
  },
  close: () => set({ frozen: null, early: null }),
  setStep: (step) => {
    const { early } = get();
    const known = step.kind === 'going' && early?.export_id === step.progress.export_id;
    set({ step: known && early !== null ? { kind: 'going', progress: early } : step });
  },
  onProgress: (progress) => {
    const { step } = get();
    if (step.kind !== 'going') set({ early: progress });
    else if (step.progress.export_id === progress.export_id)
      set({ step: { kind: 'going', progress } });
  },
}));
