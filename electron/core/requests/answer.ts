import type { z } from 'zod';
import { type IpcAnswer, type RequestName, requestSchemas } from '../../../shared/ipc.ts';
import { cutCharacters, visibleLine } from '../../../shared/text.ts';
import type { ParsedArgs, RequestHandler } from '../requests.ts';

/**
 * Parses what was asked, runs its handler, and answers with an envelope, so that no wrong argument
 * reaches a handler, and no stack a person. Never rejects.
 */
export async function answerRequest<Name extends RequestName>(
  name: Name,
  args: unknown,
  handler: RequestHandler<Name>,
  onFailed: (error: unknown) => void,
): Promise<IpcAnswer<Name>> {
  const parsed = requestSchemas[name].safeParse(args);
  if (!parsed.success) return { ok: false, message: wrongArguments(name, parsed.error) };
  try {
    // The schema of `name` made these: the compiler cannot tie the two through an index.
    return { ok: true, value: await handler(parsed.data as ParsedArgs<Name>) };
  } catch (error) {
    onFailed(error);
    return { ok: false, message: messageOf(error) };
  }
}

/** Names the request and each wrong argument, in one line. */
function wrongArguments(name: RequestName, error: z.ZodError): string {
  const issues = error.issues
    .slice(0, 5)
    .map(({ path, message }) =>
      path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`,
    );
  return cutCharacters(visibleLine(`${name}: ${issues.join('; ')}`), 500);
}

/** What a person reads: the message's first line, without a stack. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = visibleLine(text.split('\n')[0] ?? '');
  return line === '' ? 'Something went wrong.' : cutCharacters(line, 500);
}
