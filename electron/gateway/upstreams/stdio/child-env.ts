import { startedByKey } from '../../../wire/mcp-headers.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What is ours and would change a child: Electron's switches, what npm sets for its scripts (npx reads
 * it), and where this program's own data is.
 */
const ours = /^(?:INKWATCH_|ELECTRON_|npm_|INIT_CWD$|NODE_CHANNEL_)/;

/** The environment of a server: the person's own, then what its configuration says. */
export function childEnv(
  inherited: Env,
  configured: Readonly<Record<string, string>>,
  more: {
    readonly path: string | null;
    readonly mark: string;
    readonly platform?: NodeJS.Platform;
  },
): Record<string, string> {
  const platform = more.platform ?? process.platform;
  const env: Record<string, string> = {};
  const put = (name: string, value: string): void => {
    // Windows takes PATH, Path and path for one name; two of them would leave the choice to chance.
    if (platform === 'win32') {
      const same = Object.keys(env).find((one) => one.toLowerCase() === name.toLowerCase());
      if (same !== undefined) delete env[same];
    }
    env[name] = value;
  };
  for (const [name, value] of Object.entries(inherited)) {
    // A value that begins with () is a function of an old bash: a known way to run code.
    if (value !== undefined && !ours.test(name) && !value.startsWith('()')) put(name, value);
  }
  if (more.path !== null) put('PATH', more.path);
  for (const [name, value] of Object.entries(configured)) put(name, value);
  put(startedByKey, more.mark);
  return env;
}

/** PATH of an environment, however it is written; empty: none. */
export function pathOf(env: Env): string {
  const name = Object.keys(env).find((one) => one.toUpperCase() === 'PATH');
  return (name === undefined ? undefined : env[name]) ?? '';
}
