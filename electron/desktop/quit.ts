export interface QuitOptions {
  /** Ends everything that runs: exports first, then the core. */
  readonly drain: () => Promise<void>;
  readonly deadlineMs: number;
  readonly log: {
    readonly info: (details: object, what: string) => void;
    readonly error: (details: object, what: string) => void;
  };
  readonly exit: (code: number) => void;
}

export interface Quitter {
  /** True from the first wish to end: closing windows then closes them. */
  readonly quitting: () => boolean;
  /** Drains once, whoever asks and how often, then ends the process; the worst exit code wins. */
  quit(reason: string, exitCode?: number): void;
}

/** The drain and its deadline, apart from the many ways in which an app is ended. */
export function createQuitter(options: QuitOptions): Quitter {
  let code = 0;
  let begun = false;
  const run = async (reason: string): Promise<void> => {
    const from = performance.now();
    options.log.info({ reason }, 'quitting');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), options.deadlineMs);
    });
    try {
      const end = await Promise.race([options.drain(), late]);
      if (end === 'late') options.log.error({ ms: options.deadlineMs }, 'the drain took too long');
    } catch (error) {
      code ||= 1;
      options.log.error({ err: error }, 'the drain failed');
    }
    clearTimeout(timer);
    options.log.info({ ms: Math.round(performance.now() - from) }, 'quit');
    options.exit(code);
  };
  return {
    quitting: () => begun,
    quit(reason, exitCode = 0) {
      code ||= exitCode;
      if (begun) return;
      begun = true;
      void run(reason);
    },
  };
}
