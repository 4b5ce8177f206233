/** Runs `work` once, `wait` ms after the first of any number of calls; calls meanwhile are folded in. */
export function folded(work: () => void, wait: number): { run: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    run: () => {
      timer ??= setTimeout(() => {
        timer = null;
        work();
      }, wait);
    },
    cancel: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
