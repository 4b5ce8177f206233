import { z } from 'zod';
import {
  clientKeys,
  type FileChanged,
  type FileChangePreview,
  type FileRestored,
  type FoundClient,
  type ImportOutcome,
  type ImportOverview,
} from '../client-files.ts';
import { noArgs } from './arguments.ts';

const path = z.string().min(1).max(4096);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** What is looked at; the same again is what is applied, so that nothing secret has to be kept meanwhile. */
const scope = {
  /** Absent: every client that is found. */
  clients: z.array(z.enum(clientKeys)).max(20).optional(),
  /** Folders of projects whose own files count as well. */
  projects: z.array(path).max(20).default([]),
  /** Values that the person gave for placeholders, by their text. May be secret. */
  given: z.record(z.string().max(4096), z.string().max(32_768)).default({}),
};

export const clientFilesRequests = {
  'client-files:find': noArgs,
  'client-files:preview-import': z.strictObject(scope),
  'client-files:import': z.strictObject({
    ...scope,
    /** Entries by the ids and file digests of the preview: a file that changed since is left alone. */
    items: z
      .array(z.strictObject({ id: z.string().min(1).max(32_768), digest }))
      .min(1)
      .max(500),
    /** Their entries lead through Inkwatch from then on. */
    point: z.boolean(),
  }),
  'client-files:preview-connection': z.strictObject({ client: z.enum(clientKeys), file: path }),
  'client-files:connect': z.strictObject({
    client: z.enum(clientKeys),
    file: path,
    digest: digest.nullable(),
  }),
  'client-files:restore': z.strictObject({ file: path, force: z.boolean().default(false) }),
} as const satisfies Record<string, z.ZodType>;

export interface ClientFilesResults {
  'client-files:find': readonly FoundClient[];
  'client-files:preview-import': ImportOverview;
  'client-files:import': ImportOutcome;
  'client-files:preview-connection': {
    readonly preview: FileChangePreview;
    readonly digest: string | null;
  };
  'client-files:connect': FileChanged;
  'client-files:restore': FileRestored;
}

type Args<Name extends keyof typeof clientFilesRequests> = z.input<
  (typeof clientFilesRequests)[Name]
>;

export interface ClientFilesApi {
  find(): Promise<readonly FoundClient[]>;
  previewImport(args: Args<'client-files:preview-import'>): Promise<ImportOverview>;
  import(args: Args<'client-files:import'>): Promise<ImportOutcome>;
  previewConnection(
    args: Args<'client-files:preview-connection'>,
  ): Promise<ClientFilesResults['client-files:preview-connection']>;
  connect(args: Args<'client-files:connect'>): Promise<FileChanged>;
  restore(args: Args<'client-files:restore'>): Promise<FileRestored>;
}
