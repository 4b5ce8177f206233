import { useEffect } from 'react';

/** Tells a measuring tool when the first rows were drawn (bench/p5-window.ts). */
export function useFirstRowsMark(some: boolean): void {
  useEffect(() => {
    if (!some) return;
    const frame = requestAnimationFrame(() => performance.mark('first-rows'));
    return () => cancelAnimationFrame(frame);
  }, [some]);
}
