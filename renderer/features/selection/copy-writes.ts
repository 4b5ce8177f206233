import { inkwatch } from '../../data/api.ts';
import { copyText } from '../../lib/copy-text.ts';
import { count } from '../../lib/format.ts';
import { selectionText as text } from '../../text/selection-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { useToasts } from '../../ui/toast-store.ts';
import { type CopyFormat, writesAsText } from '../details/copy-formats.ts';

/** Copies writes by their ids, newest first: more may be selected than are loaded. */
export async function copyWrites(ids: readonly number[], format: CopyFormat): Promise<void> {
  const { say } = useToasts.getState();
  try {
    const rows = await inkwatch.writes.rows(ids);
    const newestFirst = rows.toSorted((a, b) => b.timestamp_ms - a.timestamp_ms || b.id - a.id);
    const done = await copyText(writesAsText(newestFirst, format));
    say(
      done
        ? { tone: 'ok', text: text.copied(rows.length, count(rows.length)) }
        : { tone: 'failed', text: uiText.copyFailed },
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say({ tone: 'failed', text: text.failed(why) });
  }
}
