import { create } from 'zustand';

export type DetailsTab = 'difference' | 'now' | 'versions' | 'json';

export const widthLimits = { least: 300, usual: 364, most: 720 } as const;

interface DetailsState {
  readonly width: number;
  /** Stays when another write is opened: who reads JSON goes on reading JSON. */
  readonly tab: DetailsTab;
  readonly setWidth: (width: number) => void;
  readonly setTab: (tab: DetailsTab) => void;
}

const stored = 'inkwatch.details-width';

function readWidth(): number {
  const width = Number(localStorage.getItem(stored));
  return width >= widthLimits.least && width <= widthLimits.most ? width : widthLimits.usual;
}

export const useDetails = create<DetailsState>((set) => ({
  width: readWidth(),
  tab: 'difference',
  setWidth: (wanted) => {
    const width = Math.round(Math.min(widthLimits.most, Math.max(widthLimits.least, wanted)));
    localStorage.setItem(stored, String(width));
    set({ width });
  },
  setTab: (tab) => set({ tab }),
}));
