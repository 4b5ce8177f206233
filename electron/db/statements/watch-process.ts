const lookMs = 500;
/** Resident bytes from which on a statement is ended: its sort or its value does not fit. */
const mostMemory = 1024 * 1024 * 1024;

/** Ends this process when its parent is gone or it takes too much memory. Runs in a thread of its own. */
export function watchProcess(parent: number): void {
  setInterval(() => {
    const orphaned = process.ppid !== parent;
    if (orphaned || process.memoryUsage.rss() > mostMemory) process.kill(process.pid, 'SIGKILL');
  }, lookMs);
}
