/** The clients whose configuration files are known; the same keys as their families (`client-names.ts`). */
export const clientKeys = [
  'claude-desktop',
  'claude-code',
  'cursor',
  'vs-code',
  'windsurf',
  'zed',
  'codex',
  'gemini-cli',
] as const;
export type ClientKey = (typeof clientKeys)[number];

/** A configuration file of a client, as found. */
export interface ClientFile {
  readonly client: ClientKey;
  readonly client_name: string;
  readonly file: string;
  /** `user` is for all of a person's work, `project` for one folder. */
  readonly scope: 'user' | 'project';
  /** `absent`: the client is there, its file is not yet. `unknown`: it could not be looked at. */
  readonly state: 'present' | 'absent' | 'unknown';
}

/** A text in a client's entry that stands for a value: `${env:TOKEN}`. */
export interface Placeholder {
  /** Where it stands: `env.TOKEN`, `args[2]`, `url`. */
  readonly at: string;
  readonly text: string;
  /** Whether its value is known here; the value itself is never shown. */
  readonly known: boolean;
}

/** A server as it may be shown: values of env and headers, and secrets elsewhere, are masked. */
export interface ShownServer {
  readonly kind: 'stdio' | 'http' | 'sse';
  /** Command and arguments, or the address. */
  readonly target: string;
  /** `NAME=••••••`, one for each. */
  readonly values: readonly string[];
}

/**
 * - `new`: can be imported;
 * - `same`: Inkwatch has this server, or another entry brings it; this one can be pointed to it;
 * - `needs-values`: can be imported once its placeholders have values;
 * - `own`: it is Inkwatch itself;
 * - `unsupported`: cannot be imported.
 */
export type ImportState = 'new' | 'same' | 'needs-values' | 'own' | 'unsupported';

/** One entry of a client's file and what an import would make of it. */
export interface ImportItem {
  /** Names the entry within one preview. */
  readonly id: string;
  readonly client: ClientKey;
  readonly client_name: string;
  readonly file: string;
  /** The folder it is for; null: all. */
  readonly project: string | null;
  /** What the client calls it. */
  readonly entry: string;
  readonly state: ImportState;
  /** Why it is in this state, for a person. */
  readonly why: string;
  /** The server's name here; null where there will be none. */
  readonly server: string | null;
  readonly shown: ShownServer | null;
  readonly placeholders: readonly Placeholder[];
  /** What would be different from how the client ran it. */
  readonly notes: readonly string[];
}

/** A file that could not be read or understood. */
export interface ImportProblem {
  readonly client: ClientKey;
  readonly client_name: string;
  readonly file: string;
  readonly why: string;
}

export interface ImportPreview {
  readonly items: readonly ImportItem[];
  readonly problems: readonly ImportProblem[];
}

/** A change of a client's file: lines of the entry before and after, secrets masked. */
export interface FileChangePreview {
  readonly client: ClientKey;
  readonly client_name: string;
  readonly file: string;
  /** Where in the file: `mcpServers › files`. */
  readonly entry: string;
  /** Null: there is none yet. */
  readonly before: string | null;
  readonly after: string;
  /** What a person should know before: that the file is readable by others, for one. */
  readonly notes: readonly string[];
}

/** What became of a change of a client's file. Nothing is ever changed without a backup. */
export type FileChanged =
  | { readonly kind: 'changed'; readonly file: string; readonly backup: string }
  | { readonly kind: 'unchanged'; readonly file: string }
  | { readonly kind: 'refused'; readonly file: string; readonly why: string };

export type FileRestored =
  | { readonly kind: 'restored'; readonly file: string; readonly backup: string | null }
  /** It was changed since: it is restored only if asked again, after a second backup. */
  | { readonly kind: 'changed-since'; readonly file: string; readonly why: string }
  | { readonly kind: 'nothing'; readonly file: string; readonly why: string }
  | { readonly kind: 'refused'; readonly file: string; readonly why: string };

/** A client that is on this machine, and how its file stands to Inkwatch. */
export interface FoundClient extends ClientFile {
  /** Whether an entry of it leads here. */
  readonly connected: 'yes' | 'no' | 'unknown';
  /** Entries of it that could be imported. */
  readonly importable: number;
  /** When Inkwatch changed it and nobody restored it since, ms since 1970; null: it did not. */
  readonly changed_ms: number | null;
}

/** An entry with what would become of it in its client's file. */
export interface OfferedItem extends ImportItem {
  /** Of the file as it was looked at. */
  readonly digest: string;
  /** Null where its entry stays as it is. */
  readonly change: FileChangePreview | null;
  /** Why its entry cannot be changed; null: it can, or there is nothing to change. */
  readonly cannot_change: string | null;
}

export interface ImportOverview {
  readonly items: readonly OfferedItem[];
  readonly problems: readonly ImportProblem[];
}

export interface ImportOutcome {
  readonly items: readonly {
    readonly id: string;
    /** The server's name here; null: it was not imported. */
    readonly server: string | null;
    /** True where this import added the server. */
    readonly added: boolean;
    /** Why not; empty where it was. */
    readonly why: string;
  }[];
  readonly files: readonly FileChanged[];
}
