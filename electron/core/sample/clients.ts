import { clientInfoOf } from '../../../shared/client-names.ts';
import type { Caller } from '../../audit/write-record.ts';
import { homeConnection } from '../../mcp/connections.ts';
import type { Dice } from './dice.ts';

export type SampleClientKey = 'claude-desktop' | 'claude-code' | 'cursor' | 'codex';

interface SampleClient {
  /** As the real one calls itself (docs/adding-a-client.md). */
  readonly name: string;
  readonly version: string;
  readonly transport: Caller['transport'];
  readonly protocol: string;
  readonly runKind: Caller['session_kind'];
  /** Writes in the week, without the burst. */
  readonly writes: number;
  /** The share of its writes that carry a reason. */
  readonly givesReasons: number;
  readonly model: string | null;
  readonly callId: ((dice: Dice) => string) | null;
}

export const sampleClients: Readonly<Record<SampleClientKey, SampleClient>> = {
  'claude-desktop': {
    name: 'claude-ai',
    version: '0.1.0',
    transport: 'stdio',
    protocol: '2025-11-25',
    runKind: 'transport',
    writes: 412,
    givesReasons: 0.9,
    model: null,
    callId: null,
  },
  'claude-code': {
    name: 'claude-code',
    version: '2.1.197',
    transport: 'http',
    protocol: '2025-11-25',
    runKind: 'transport',
    writes: 1004,
    givesReasons: 0.75,
    model: null,
    callId: (dice) => `toolu_01${dice.hex(22)}`,
  },
  cursor: {
    name: 'cursor-vscode',
    version: '1.0.0',
    transport: 'http',
    protocol: '2025-11-25',
    runKind: 'transport',
    writes: 433,
    givesReasons: 0.35,
    model: null,
    callId: null,
  },
  codex: {
    name: 'codex-mcp-client',
    version: '0.171.0',
    transport: 'http',
    protocol: '2025-06-18',
    runKind: 'client',
    writes: 109,
    givesReasons: 0.8,
    model: 'gpt-5-codex',
    callId: (dice) => `call_${dice.hex(24)}`,
  },
};

export const sampleClientKeys = Object.keys(sampleClients) as readonly SampleClientKey[];

/** One run of a client: what its writes have in common. */
export interface SampleRun {
  readonly client: SampleClientKey;
  readonly sessionId: string;
}

export function uuid(dice: Dice): string {
  return [dice.hex(8), dice.hex(4), `4${dice.hex(3)}`, `a${dice.hex(3)}`, dice.hex(12)].join('-');
}

/** The caller of one write in a run. */
export function callerIn(run: SampleRun, turn: string, dice: Dice): Caller {
  const client = sampleClients[run.client];
  return {
    client_info: clientInfoOf(client.name),
    client_name: client.name,
    client_version: client.version,
    client_id: homeConnection.id,
    session_id: run.sessionId,
    session_kind: client.runKind,
    turn_id: client.runKind === 'client' ? turn : null,
    call_id: client.callId?.(dice) ?? null,
    model: client.model,
    transport: client.transport,
    protocol_version: client.protocol,
  };
}
