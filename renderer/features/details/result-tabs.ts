import type { WriteDetail } from '../../../shared/answers.ts';
import { EMBEDDED_SERVER } from '../../../shared/ledger.ts';
import { UNDO_TOOL, writeTools } from '../../../shared/tools.ts';
import type { DetailsTab } from './details-store.ts';

const memoryTools: readonly string[] = [...writeTools, UNDO_TOOL];

/**
 * What there is to look at of a write. Texts and versions are of the memory: a statement or a call to
 * another server has none, and of these only the row itself is shown.
 */
export function resultTabs(detail: WriteDetail): readonly DetailsTab[] {
  const { row, chunk, versions } = detail;
  const ofMemory = row.server_name === EMBEDDED_SERVER && memoryTools.includes(row.tool_name);
  const tabs: readonly (readonly [DetailsTab, boolean])[] = [
    ['difference', ofMemory],
    ['now', chunk !== null],
    ['versions', versions.length > 0],
    ['json', true],
  ];
  return tabs.flatMap(([tab, means]) => (means ? [tab] : []));
}
