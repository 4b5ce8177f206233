import { z } from 'zod';
import { type Effect, limits } from '../../../shared/ledger.ts';
import type { ErrorKind } from '../../../shared/outcome.ts';
import { cutCharacters, wellFormed } from '../../../shared/text.ts';
import type { Caller } from '../../audit/write-record.ts';
import type { ReadHandle } from '../../db/handles.ts';
import type { ChangeContext, MemoryTree } from '../../memory/tree.ts';
import type { CallAnswer } from '../dispatch/write-call.ts';
import type { JsonObject } from '../json-rpc.ts';
import { type Issue, issuesOf } from './issues.ts';

/** What a write did, for its answer and its row. */
export interface WriteDone {
  readonly chunk_id: string;
  readonly namespace: string;
  /** What the client gets, as structured content and as JSON text. */
  readonly answer: JsonObject;
  /** The row that this write undid; null: it undid none. */
  readonly reverts_id: number | null;
}

/** Where a write goes, as far as its arguments say: what a connection that is kept to a namespace is judged by. */
export type WriteTarget =
  | { readonly kind: 'namespace'; readonly name: string }
  /** A document of the memory tree, in whatever namespace it lies. */
  | { readonly kind: 'chunk'; readonly chunk_id: string }
  /** Outside of the memory tree. */
  | { readonly kind: 'elsewhere' };

/** Arguments that passed, ready to run inside the dispatcher's transaction. */
export interface ReadyWrite {
  readonly kind: 'ready';
  readonly summary: JsonObject;
  readonly target: WriteTarget;
  run(tree: MemoryTree, context: ChangeContext): WriteDone;
}

/** What a write outside the ledger's file came to. `message` is for the row and names no value. */
export type LaterDone =
  | {
      readonly kind: 'succeeded';
      readonly chunk_id: string | null;
      readonly answer: CallAnswer;
    }
  | {
      readonly kind: 'failed';
      readonly error_kind: ErrorKind;
      readonly message: string;
      readonly answer: CallAnswer;
    }
  /** It went out, and nobody can tell whether it was done. It is never repeated. */
  | {
      readonly kind: 'unknown';
      readonly error_kind: ErrorKind | null;
      readonly message: string;
      readonly answer: CallAnswer;
    };

/**
 * Arguments that passed, for work that cannot share the ledger's transaction (another file, another
 * program): its row is committed first, without an outcome, then the work runs, then its outcome is told.
 */
export interface LaterWrite {
  readonly kind: 'later';
  readonly summary: JsonObject;
  readonly namespace: string | null;
  /**
   * Runs once, outside any transaction. `signal` aborts when the client cancels, and when a quitting
   * Inkwatch no longer waits. `write_id` null: it could not be recorded, and the settings let it go on.
   */
  perform(context: LaterContext): Promise<LaterDone>;
}

export interface LaterContext {
  readonly signal: AbortSignal;
  readonly write_id: number | null;
  readonly caller: Caller;
}

export interface RefusedArguments {
  readonly kind: 'refused';
  readonly issues: readonly Issue[];
  /** What could be told of the write all the same. */
  readonly summary: JsonObject;
}

interface ToolFace {
  /** The name in the ledger (`memory.store`). */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A plain JSON object schema: no `$ref`, no combinators (case a12). */
  readonly inputSchema: { readonly type: 'object' } & JsonObject;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

export interface WriteTool extends ToolFace {
  readonly kind: 'write';
  /** The upstream server that the tool belongs to; absent: it is our own. */
  readonly server?: string;
  /** `reason` is an argument of the tool's own, and says nothing of why it was called. */
  readonly ownReason?: boolean;
  /** What its row says of the call; absent: a write. */
  readonly effect?: Effect;
  /** The argument that says the namespace; a connection that is kept to one may leave it out. */
  readonly namespaceArgument?: string;
  /** Checks the arguments; never throws. */
  prepare(args: JsonObject): ReadyWrite | LaterWrite | RefusedArguments;
}

/** What a read tool may look at. */
export interface ReadSources {
  readonly tree: MemoryTree;
  /** For short reads only: it shares the thread that serves. */
  readonly ledger: ReadHandle;
  /** Who asks; the same identity as on the rows of its writes. */
  readonly caller: () => Caller;
  /** Aborts when the client cancels the read, or no longer waits for it. */
  readonly signal: () => AbortSignal;
}

/** `missing`: what was asked for is not there; the text says so. */
type ReadOutcome =
  | { readonly kind: 'found'; readonly answer: JsonObject }
  | { readonly kind: 'missing'; readonly message: string }
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] };

export interface ReadTool extends ToolFace {
  readonly kind: 'read';
  /** A throw or a rejection is a tool error. */
  read(args: JsonObject, sources: ReadSources): ReadOutcome | Promise<ReadOutcome>;
}

export type Tool = WriteTool | ReadTool;

export type Shape = z.ZodRawShape;
export type Input<S extends Shape> = z.output<z.ZodObject<S, z.core.$strict>>;
export type Face = Pick<ToolFace, 'name' | 'title' | 'description'>;

/** A write tool from its schema; the schema is checked, advertised and typed from one place. */
export function defineWriteTool<S extends Shape>(
  tool: Face & {
    readonly input: z.ZodObject<S, z.core.$strict>;
    /** True where the same call again changes nothing more. */
    readonly idempotent: boolean;
    /** Identifies the write without its content (design section 2). Gets unchecked arguments as well. */
    readonly summarize: (args: JsonObject) => JsonObject;
    readonly namespaceArgument?: string;
    readonly targetOf: (input: Input<S>) => WriteTarget;
    readonly run: (input: Input<S>, tree: MemoryTree, context: ChangeContext) => WriteDone;
  },
): WriteTool {
  return {
    ...face(tool),
    kind: 'write',
    ...(tool.namespaceArgument === undefined ? {} : { namespaceArgument: tool.namespaceArgument }),
    // Clients ask a person before a destructive call; a write into someone's memory is worth the question.
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: tool.idempotent,
      openWorldHint: false,
    },
    prepare(args) {
      const parsed = tool.input.safeParse(args);
      if (!parsed.success) {
        return {
          kind: 'refused',
          issues: issuesOf(parsed.error, args),
          summary: tool.summarize(args),
        };
      }
      const input = parsed.data;
      return {
        kind: 'ready',
        summary: tool.summarize(input),
        target: tool.targetOf(input),
        run: (tree, context) => tool.run(input, tree, context),
      };
    },
  };
}

export function defineReadTool<S extends Shape>(
  tool: Face & {
    readonly input: z.ZodObject<S, z.core.$strict>;
    /** Null: not there. */
    readonly read: (
      input: Input<S>,
      sources: ReadSources,
    ) => JsonObject | null | Promise<JsonObject | null>;
    readonly missing: string;
  },
): ReadTool {
  return {
    ...face(tool),
    kind: 'read',
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    async read(args, sources) {
      const parsed = tool.input.safeParse(args);
      if (!parsed.success) return { kind: 'refused', issues: issuesOf(parsed.error, args) };
      const answer = await tool.read(parsed.data, sources);
      return answer === null
        ? { kind: 'missing', message: tool.missing }
        : { kind: 'found', answer };
    },
  };
}

/** What clients see of a tool. */
export function face<S extends Shape>(
  tool: Face & { readonly input: z.ZodObject<S, z.core.$strict> },
): Face & Pick<ToolFace, 'inputSchema'> {
  const { $schema: _dialect, type: _type, ...schema } = z.toJSONSchema(tool.input, { io: 'input' });
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { type: 'object', ...schema },
  };
}

/** Text that must not be empty, trimmed, with lone surrogates replaced (they are no valid UTF-8). */
export const requiredText = () =>
  z.string().min(1).transform(wellFormed).pipe(z.string().trim().min(1));

/** The reason that every write tool takes. */
export const reasonArgument = z
  .string()
  .optional()
  .describe('One short sentence: why you are writing this. Shown to the person beside the write.');

/** The member of unchecked arguments with this name where it is text, cut; absent otherwise. */
export function textMember(
  args: JsonObject,
  name: string,
  max: number = limits.summaryTitle,
): JsonObject {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return typeof value === 'string' ? { [name]: cutCharacters(wellFormed(value.trim()), max) } : {};
}
