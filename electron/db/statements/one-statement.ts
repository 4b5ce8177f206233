import { type SqlToken, sqlTokens } from './tokens.ts';

/** Which tool runs it: `query` reads, `execute` may write. */
export type StatementUse = 'query' | 'execute';

export type CheckedStatement =
  | { readonly ok: true; readonly keyword: string }
  /** In words that name a keyword at most, and no value. */
  | { readonly ok: false; readonly why: string };

/** SQLite compiles at most so much by itself; a statement of an agent is text that it wrote. */
const longestStatement = 100_000;

const readers = ['SELECT', 'VALUES', 'WITH', 'PRAGMA'];
const writers = [
  'INSERT',
  'REPLACE',
  'UPDATE',
  'DELETE',
  'CREATE',
  'DROP',
  'ALTER',
  'ANALYZE',
  'REINDEX',
];

const transactions = ['BEGIN', 'COMMIT', 'END', 'ROLLBACK', 'SAVEPOINT', 'RELEASE'];

/** Pragmas that tell something and change nothing. */
const readingPragmas = new Set([
  'APPLICATION_ID',
  'COLLATION_LIST',
  'COMPILE_OPTIONS',
  'ENCODING',
  'FOREIGN_KEY_CHECK',
  'FOREIGN_KEY_LIST',
  'FREELIST_COUNT',
  'FUNCTION_LIST',
  'INDEX_INFO',
  'INDEX_LIST',
  'INDEX_XINFO',
  'PAGE_COUNT',
  'PAGE_SIZE',
  'QUICK_CHECK',
  'SCHEMA_VERSION',
  'TABLE_INFO',
  'TABLE_LIST',
  'TABLE_XINFO',
  'USER_VERSION',
]);
/** Those that take a value of their own, in the file and in its transaction. */
const settingPragmas = new Set(['APPLICATION_ID', 'USER_VERSION']);
/** Those whose argument names a table or an index. */
const namingPragmas = /_(?:INFO|LIST|XINFO)$|_CHECK$/;

/**
 * Whether a text is one statement of a kind that the tools run. It must be known before SQLite sees it:
 * some pragmas act while they are compiled. The kind of a statement is its first word, which nothing
 * but space, comments and semicolons can stand before; so a list of what is allowed cannot be got past.
 */
export function checkStatement(sql: string, use: StatementUse): CheckedStatement {
  const refuse = (why: string): CheckedStatement => ({ ok: false, why });
  if (sql.length > longestStatement) {
    return refuse(`must have at most ${longestStatement} characters`);
  }
  // SQLite would stop reading there, and nobody would see what follows.
  if (sql.includes('\u0000')) return refuse('must not contain a NUL character');
  const { statement, rest } = firstStatement(sql);
  const explained = explainedPart(statement);
  const first = explained[0];
  if (first === undefined) return refuse('must be one SQL statement');
  if (rest !== null) {
    const named = rest.kind === 'word' ? nameable(rest.text) : 'more text';
    return refuse(`has a second statement (${named}): one statement per call`);
  }
  const keyword = first.kind === 'word' ? first.text : '';
  if (transactions.includes(keyword)) {
    return refuse(
      `is ${keyword}: each call is a transaction of its own, and none reaches over two calls`,
    );
  }
  if (keyword === 'ATTACH' || keyword === 'DETACH') {
    return refuse(`is ${keyword}: only registered databases can be reached`);
  }
  if (keyword === 'VACUUM') return refuse('is VACUUM, which could write another file');
  if (keyword === 'PRAGMA') {
    if (explained.length !== statement.length) return refuse('explains a PRAGMA');
    return checkPragma(statement, use);
  }
  if (keyword === 'CREATE' && isTemporary(explained)) {
    return refuse('creates something temporary, which would be gone after the call');
  }
  if (![...readers, ...writers].includes(keyword)) {
    return refuse(`begins with ${nameable(keyword)}, which is no statement that runs here`);
  }
  if (use === 'query' && writers.includes(keyword)) {
    return refuse(`is ${keyword}, which writes: use sql.execute`);
  }
  return { ok: true, keyword };
}

/** The tokens of the first statement, and the first one after it. */
function firstStatement(sql: string): {
  readonly statement: readonly SqlToken[];
  readonly rest: SqlToken | null;
} {
  const statement: SqlToken[] = [];
  let ended = false;
  for (const token of sqlTokens(sql)) {
    if (token.kind !== 'semicolon') {
      if (ended) return { statement, rest: token };
      statement.push(token);
      continue;
    }
    if (statement.length === 0) continue;
    // The statements inside a trigger end with semicolons, and the trigger with END after one.
    if (!isTrigger(statement) || endsTrigger(statement)) ended = true;
    else statement.push(token);
  }
  return { statement, rest: null };
}

function isTrigger(statement: readonly SqlToken[]): boolean {
  const create = explainedPart(statement);
  return create[0]?.text === 'CREATE' && create[isTemporary(create) ? 2 : 1]?.text === 'TRIGGER';
}

function isTemporary(create: readonly SqlToken[]): boolean {
  return /^TEMP(ORARY)?$/.test(create[1]?.text ?? '');
}

function endsTrigger(statement: readonly SqlToken[]): boolean {
  return statement.at(-1)?.text === 'END' && statement.at(-2)?.kind === 'semicolon';
}

/** The statement without EXPLAIN or EXPLAIN QUERY PLAN before it. */
function explainedPart(statement: readonly SqlToken[]): readonly SqlToken[] {
  if (statement[0]?.text !== 'EXPLAIN') return statement;
  const plan = statement[1]?.text === 'QUERY' && statement[2]?.text === 'PLAN';
  return statement.slice(plan ? 3 : 1);
}

/** `PRAGMA name`, `PRAGMA main.name`, with `= value` or `(value)` where it takes one. */
function checkPragma(statement: readonly SqlToken[], use: StatementUse): CheckedStatement {
  const [, first, dot, second] = statement;
  const qualified = dot?.text === '.';
  if (qualified && first?.text !== 'MAIN') {
    return { ok: false, why: 'is a PRAGMA of another schema than main' };
  }
  const named = qualified ? second : first;
  const name = named?.kind === 'word' ? named.text : '';
  const value = statement.slice(qualified ? 4 : 2);
  const reads = readingPragmas.has(name) && (value.length === 0 || namingPragmas.test(name));
  if (reads) return { ok: true, keyword: 'PRAGMA' };
  if (settingPragmas.has(name)) {
    return use === 'execute'
      ? { ok: true, keyword: 'PRAGMA' }
      : { ok: false, why: 'is a PRAGMA that writes: use sql.execute' };
  }
  if (name === 'INTEGRITY_CHECK') {
    return { ok: false, why: 'is PRAGMA integrity_check: use the tool sql.integrity_check' };
  }
  return { ok: false, why: `is PRAGMA ${nameable(name).toLowerCase()}, which does not run here` };
}

/** A keyword as a message may repeat it: anything else is text that somebody wrote. */
function nameable(word: string): string {
  return /^[A-Z_]{1,30}$/.test(word) ? word : 'something else';
}
