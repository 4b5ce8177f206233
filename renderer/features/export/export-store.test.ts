import { beforeEach, describe, expect, it } from 'vitest';
import type { ExportProgress } from '../../../shared/answers.ts';
import { emptyFilter } from '../../../shared/filter.ts';
import { useExport } from './export-store.ts';

const store = useExport.getState;
const progress = (part: Partial<ExportProgress>): ExportProgress => ({
  export_id: 1,
  state: 'running',
  written: 0,
  total: 10,
  file: '/tmp/writes.csv',
  why: null,
  ...part,
});

beforeEach(() => {
  store().close();
  store().open(emptyFilter, [3, 2]);
});

describe('an export', () => {
  it('e04: keeps the filter and the selection of the moment it was opened', () => {
    store().open({ ...emptyFilter, text: 'later' }, []);
    expect(store().frozen).toEqual({ filter: emptyFilter, ids: [3, 2] });
  });

  it('shows its own progress and nobody else’s', () => {
    store().setStep({ kind: 'going', progress: progress({}) });
    store().onProgress(progress({ written: 4 }));
    store().onProgress(progress({ export_id: 2, written: 9 }));
    expect(store().step).toMatchObject({ progress: { export_id: 1, written: 4 } });
  });

  it('is not stuck where it was done before its start was answered', () => {
    store().setStep({ kind: 'starting' });
    store().onProgress(progress({ state: 'done', written: 10 }));
    store().setStep({ kind: 'going', progress: progress({}) });
    expect(store().step).toMatchObject({ progress: { state: 'done', written: 10 } });
  });

  it('begins anew when it is opened again', () => {
    store().setStep({ kind: 'going', progress: progress({ state: 'done' }) });
    store().close();
    store().open(emptyFilter, []);
    expect(store().step).toEqual({ kind: 'choosing', note: null });
  });
});
