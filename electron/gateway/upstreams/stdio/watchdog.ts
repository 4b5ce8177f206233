import { type ChildProcess, spawn } from 'node:child_process';

/**
 * A shell of one megabyte that outlives us and then ends the groups that are left: after `kill -9` we can
 * end nobody, a server that ignores the end of its input would stay for good (case h06), and Node has no
 * way to ask Linux for PR_SET_PDEATHSIG. It reads `+ pid` and `- pid`; the end of its input is our death.
 * A second is for those that end by themselves when their input does.
 */
const script = `
trap '' TERM INT HUP
list=' '
while read -r what pid; do
  case "$what" in
    +) [ "$pid" -gt 1 ] && list="$list$pid " ;;
    -) case "$list" in *" $pid "*) list="\${list%%" $pid "*} \${list#*" $pid "}" ;; esac ;;
  esac
done
[ "\${list#*[0-9]}" = "$list" ] && exit 0
sleep 1
for pid in $list; do kill -s TERM -- "-$pid" 2>/dev/null; done
sleep 2
for pid in $list; do kill -s KILL -- "-$pid" 2>/dev/null; done
`;

export interface Watchdog {
  /** The group with this leader is ours from now on. */
  watch(pid: number): void;
  /** It is gone. */
  forget(pid: number): void;
  /** Lets the watchdog end by itself. */
  close(): void;
}

/** One for all servers, started with the first. Windows has none: there the end of stdin has to do. */
export function createWatchdog(onError: (error: unknown) => void): Watchdog {
  const watched = new Set<number>();
  let shell: ChildProcess | null = null;

  const tell = (line: string): void => {
    shell?.stdin?.write(`${line}\n`);
  };

  const start = (): void => {
    // A group of its own: what is sent to ours must not end the one who cleans up after us.
    const started = spawn('/bin/sh', ['-c', script], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: {},
      cwd: '/',
    });
    shell = started;
    started.unref();
    const { stdin } = started;
    if (stdin !== null && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
    stdin?.on('error', () => {});
    started.once('error', onError);
    started.once('exit', () => {
      if (shell === started) shell = null;
    });
    for (const pid of watched) tell(`+ ${pid}`);
  };

  return {
    watch(pid) {
      // The shell negates it: never may that be everybody (-1), or the shell's own group (-0).
      if (process.platform === 'win32' || !Number.isSafeInteger(pid) || pid < 2) return;
      watched.add(pid);
      if (shell === null) start();
      else tell(`+ ${pid}`);
    },
    forget(pid) {
      if (watched.delete(pid)) tell(`- ${pid}`);
    },
    close() {
      shell?.stdin?.end();
      shell = null;
    },
  };
}
