import { parseSync } from 'libpg-query';
import { accountTables } from '../src/database/distribute.ts';

/**
 * Parses a statement as Citus does, as far as our rules go: whether it identifies the accounts it concerns. Returns the
 * problems; none for a statement on small tables.
 */
export function whyNotRouted(statement: string): string[] {
  const problems = new Set<string>();
  const named = { spread: new Set<string>(), small: new Set<string>() };
  for (const { stmt } of parseSync(statement).stmts ?? []) read(stmt, [], { problems, named });
  if (named.spread.size > 0 && named.small.size > 0)
    problems.add(`asks ${[...named.spread].join(', ')} together with ${[...named.small].join(', ')}`);
  return [...problems];
}

interface Findings {
  problems: Set<string>;
  named: { spread: Set<string>; small: Set<string> };
  /** A subselect's outer sources, in a select list. */
  beside?: Source[];
}

interface Source {
  alias: string;
  kind: 'spread' | 'small' | 'derived' | 'list';
  table: string;
  /** Sources with the same accounts; contains 'one' or 'many' when the statement names the accounts itself. */
  same: Set<Source | 'one' | 'many'>;
}

type Tree = Record<string, unknown>;
type Scopes = Source[][];

const statements = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt'];
const spread = new Set<string>(accountTables);

function read(node: unknown, outer: Scopes, findings: Findings): void {
  if (Array.isArray(node)) for (const part of node) read(part, outer, findings);
  if (!isTree(node)) return;
  for (const [kind, part] of Object.entries(node)) {
    if (statements.includes(kind) && isTree(part)) readStatement(part, outer, findings, kind);
    else read(part, outer, findings);
  }
}

function readStatement(statement: Tree, outer: Scopes, around: Findings, kind: string): void {
  const { beside, ...findings } = around;
  // Each side of a union is a statement.
  for (const side of [statement['larg'], statement['rarg']])
    if (isTree(side)) readStatement(side, outer, around, 'SelectStmt');
  const sources: Source[] = [];
  const conditions: unknown[] = [statement['whereClause']];
  const parts = [statement['relation'], statement['fromClause'], statement['usingClause']];
  const isFilled = kind === 'InsertStmt';
  for (const part of parts) gather(part, sources, conditions);
  const ctes = treeAt(statement, 'withClause')?.['ctes'];
  const scopes = [sources, ...outer];
  for (const source of sources) note(source, findings);
  for (const condition of conditions) join(condition, scopes);
  for (const part of [ctes, ...parts]) read(part, scopes, findings);
  for (const condition of conditions) read(condition, scopes, findings);
  const spreadSources = sources.filter((source) => source.kind === 'spread');
  for (const name of ['selectStmt', 'havingClause', 'sortClause']) read(statement[name], scopes, findings);
  read(statement['targetList'], scopes, { ...findings, beside: spreadSources });

  if (isFilled) {
    const columns = JSON.stringify(statement['cols'] ?? '');
    if (spreadSources.length > 0 && !columns.includes('"account_id"'))
      findings.problems.add(`fills ${spreadSources[0]?.table} without account_id`);
    return;
  }
  for (const source of spreadSources) {
    const known = reach(source);
    const list = [...known].find((one) => isSource(one) && one.kind === 'list');
    if (!known.has('one') && !known.has('many') && !list)
      findings.problems.add(`asks ${source.table} without saying of which accounts`);
    if (list && outer.length > 0)
      findings.problems.add(`asks ${source.table} once for each of a list, which a shard cannot do for its own alone`);
    if (beside?.length && !beside.some((other) => known.has(other)))
      findings.problems.add(`selects from ${source.table} beside rows that need not be of the same account`);
    if (statement['lockingClause'] && !known.has('one'))
      findings.problems.add(`locks rows of ${source.table} of several accounts`);
  }
  if (spreadSources.length > 1 && spreadSources.some((one) => spreadSources.some((other) => !reach(one).has(other))))
    findings.problems.add(
      `joins ${spreadSources.map(({ table }) => table).join(', ')} by other things than the account`,
    );
}

/** Collects a FROM clause's tables and lists, and its join conditions. */
function gather(node: unknown, sources: Source[], conditions: unknown[]): void {
  if (Array.isArray(node)) for (const part of node) gather(part, sources, conditions);
  if (!isTree(node)) return;
  const table = treeAt(node, 'RangeVar') ?? (typeof node['relname'] === 'string' ? node : null);
  const join = treeAt(node, 'JoinExpr');
  if (table) sources.push(toSource(table, String(table['relname']), 'small'));
  else if (join) {
    gather(join['larg'], sources, conditions);
    gather(join['rarg'], sources, conditions);
    conditions.push(join['quals']);
  } else
    for (const [kind, part] of Object.entries(node))
      if (isTree(part)) sources.push(toSource(part, '', kind === 'RangeFunction' ? 'list' : 'derived'));
}

function toSource(node: Tree, table: string, kind: Source['kind']): Source {
  const alias = treeAt(node, 'alias')?.['aliasname'];
  const source: Source = {
    alias: typeof alias === 'string' ? alias : table,
    table,
    kind: spread.has(table) ? 'spread' : kind,
    same: new Set(),
  };
  // The statement inside a subselect is checked separately.
  if (kind === 'derived') source.same.add('many');
  return source;
}

function note({ kind, table }: Source, { named }: Findings): void {
  if (kind === 'spread') named.spread.add(table);
  if (kind === 'small' && !table.startsWith('pg_')) named.small.add(table);
}

/** Applies a condition on accounts; conditions joined by OR cannot be relied on. */
function join(condition: unknown, scopes: Scopes): void {
  if (!isTree(condition)) return;
  const both = treeAt(condition, 'BoolExpr');
  if (both?.['boolop'] === 'AND_EXPR' && Array.isArray(both['args']))
    for (const part of both['args']) join(part, scopes);
  const equation = treeAt(condition, 'A_Expr');
  if (!equation || !JSON.stringify(equation['name']).includes('"="')) return;
  const sides = [equation['lexpr'], equation['rexpr']].map((side) => ({ side, source: findSource(side, scopes) }));
  const [one, other] = sides;
  if (one?.source && other?.source) {
    one.source.same.add(other.source);
    other.source.same.add(one.source);
    return;
  }
  const named = one?.source ?? other?.source;
  const given = JSON.stringify(one?.source ? other?.side : one?.side);
  if (named && !given.includes('"ColumnRef"')) named.same.add(equation['kind'] === 'AEXPR_OP' ? 'one' : 'many');
}

/** Returns an account_id column's source, or null. */
function findSource(node: unknown, scopes: Scopes): Source | null {
  const fields = isTree(node) ? treeAt(node, 'ColumnRef')?.['fields'] : null;
  const names = [...JSON.stringify(fields ?? '').matchAll(/"sval":"(\w+)"/g)].map(([, name]) => name);
  if (names.at(-1) !== 'account_id') return null;
  for (const sources of scopes) {
    const found =
      names.length > 1
        ? sources.find(({ alias }) => alias === names[0])
        : (sources.find((source) => source.kind === 'spread') ?? sources.find(({ kind }) => kind !== 'small'));
    if (found) return found;
  }
  return null;
}

function reach(source: Source): Source['same'] {
  const reached: Source['same'] = new Set([source]);
  for (const one of reached) if (isSource(one)) for (const next of one.same) reached.add(next);
  return reached;
}

function isSource(one: Source | 'one' | 'many'): one is Source {
  return typeof one === 'object';
}

function treeAt(node: Tree, name: string): Tree | null {
  const part = node[name];
  return isTree(part) ? part : null;
}

function isTree(node: unknown): node is Tree {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}
