import { readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomically } from '../atomic-file.ts';

const endpointSchema = z.object({
  url: z.string().min(1),
  token: z.string().min(1),
  pid: z.int().positive(),
  version: z.string(),
  /** A bridge started it: it makes room for a core that a person starts. */
  background: z.literal(true).optional(),
});

/** `<home>/endpoint.json`: how another process finds and enters the endpoint. */
export type EndpointFile = Readonly<z.infer<typeof endpointSchema>>;

/** Writes it (mode 0600) in one step, so that a reader never sees half of it. */
export function writeEndpointFile(file: string, endpoint: EndpointFile): void {
  writeFileAtomically(file, `${JSON.stringify(endpoint)}\n`);
}

/** Removes it on a clean exit; leaves one that another process has written since. */
export function removeEndpointFile(file: string, pid: number): void {
  if (readEndpointFile(file)?.pid === pid) rmSync(file, { force: true });
}

/** Null: no file, or none that can be read as an endpoint. */
export function readEndpointFile(file: string): EndpointFile | null {
  try {
    const parsed = endpointSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
