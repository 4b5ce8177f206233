import type { Placeholder } from '../../../shared/client-files.ts';
import type { ClientDialect } from './clients.ts';

/** What is known of the values that texts of a client's file stand for. */
export interface KnownValues {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  /** The folder that the file is for; null: none, it is for all. */
  readonly project: string | null;
  readonly separator: string;
  /** Given by the person, by the whole text of the placeholder. */
  readonly given: ReadonlyMap<string, string>;
}

/** Replaces placeholders and remembers which there were. */
export interface PlaceholderReader {
  /** @param at Where the text stands, for the person. */
  resolve(text: string, at: string): string;
  /** A value that the client takes from its environment by name. */
  fromEnv(name: string, at: string): string;
  readonly found: readonly Placeholder[];
}

/** `${env:X}`, `${input:x}`, `${workspaceFolder}`, `${X}` */
const braces = /\$\{([^{}]{1,256})\}/g;
/** `${X}`, `${X:-default}`, `$X` */
const variables = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\$([A-Za-z_][A-Za-z0-9_]*)/g;

export function createPlaceholderReader(
  dialect: ClientDialect,
  known: KnownValues,
): PlaceholderReader {
  const found: Placeholder[] = [];

  const value = (text: string, at: string, own: string | undefined): string => {
    const said = known.given.get(text) ?? own;
    found.push({ at, text, known: said !== undefined });
    return said ?? text;
  };
  const variable = (name: string): string | undefined =>
    Object.hasOwn(known.env, name) ? known.env[name] : undefined;

  return {
    found,
    resolve(text, at) {
      switch (dialect.placeholders) {
        case 'none':
          return text;
        case 'braces':
          return text.replace(braces, (whole, name: string) =>
            value(whole, at, named(name, known, variable)),
          );
        case 'variables':
          return text.replace(
            variables,
            (
              whole,
              name: string | undefined,
              fallback: string | undefined,
              bare: string | undefined,
            ) => {
              // Claude Code knows no bare ones: there `$HOME` is a text like any other.
              if (bare !== undefined && dialect.key === 'claude-code') return whole;
              return value(whole, at, variable(name ?? bare ?? '') ?? fallback);
            },
          );
      }
    },
    fromEnv: (name, at) => value(`\${env:${name}}`, at, variable(name)),
  };
}

function named(
  name: string,
  known: KnownValues,
  variable: (name: string) => string | undefined,
): string | undefined {
  if (name.startsWith('env:')) return variable(name.slice(4));
  switch (name) {
    case 'userHome':
      return known.homeFolder;
    case 'workspaceFolder':
      return known.project ?? undefined;
    case 'workspaceFolderBasename':
      return known.project?.split(/[\\/]/).findLast((part) => part !== '');
    case '/':
    case 'pathSeparator':
      return known.separator;
    default:
      return undefined;
  }
}
