/** What a tool answered, as the client handed it back to its model. */
export interface ToolAnswer {
  readonly failed: boolean;
  readonly text: string;
}

/** One tool call of a scripted model; the arguments may use what earlier calls answered. */
export interface ScriptStep {
  readonly tool: string;
  readonly arguments: (answers: readonly ToolAnswer[]) => Readonly<Record<string, unknown>>;
}

/** What a stand-in model does: the calls in order, then a last sentence. */
export interface Script {
  readonly steps: readonly ScriptStep[];
  readonly farewell: string;
}

/**
 * Reads a field out of a tool's answer. Clients wrap results differently (Codex prefixes its wall
 * time, Claude Code hands over the bare text), so the field is looked for and not parsed for.
 * Throws when no such field was answered: a script that goes on with `undefined` proves nothing.
 */
const fieldOf = (answer: ToolAnswer | undefined, field: string): string => {
  const value = new RegExp(`\\\\?"${field}\\\\?"\\s*:\\s*\\\\?"([^"\\\\]+)`).exec(
    answer?.text ?? '',
  )?.[1];
  if (value === undefined)
    throw new Error(`no ${field} in the tool's answer: ${answer?.text ?? '(no answer)'}`);
  return value;
};

/** Three writes and one that fails, the later ones on the chunk that the first one stored. */
export const threeWritesAndAFailure: Script = {
  steps: [
    {
      tool: 'memory_store',
      arguments: () => ({
        title: 'Q3 launch plan',
        content: 'Launch on 19 September. Owner: design team.',
        namespace: 'work',
        tags: ['launch'],
        reason: 'the user asked to keep the plan',
      }),
    },
    {
      tool: 'memory_note',
      arguments: (answers) => ({
        chunk_id: fieldOf(answers[0], 'document_id'),
        note_text: 'Translation is late by two days.',
        reason: 'said in the call',
      }),
    },
    {
      tool: 'tree_tag',
      arguments: (answers) => ({
        chunk_id: fieldOf(answers[0], 'document_id'),
        tags: ['q3', 'plan'],
        reason: 'grouping related notes',
      }),
    },
    {
      tool: 'memory_note',
      arguments: () => ({
        chunk_id: 'no-such-chunk',
        note_text: 'lost',
        reason: 'a chunk that is not there',
      }),
    },
  ],
  farewell: 'All four calls were made.',
};
