import { parseSync } from 'libpg-query';
import { accountTables } from '../src/database/distribute.ts';

type Tree = Record<string, unknown>;

const distributed = new Set<string>(accountTables);

/** Functions that depend on their arguments only. Citus asks the catalogue; this list is shorter than its answer. */
const immutable = new Set([
  'max',
  'min',
  'cardinality',
  'coalesce',
  'greatest',
  'jsonb_array_length',
  'least',
  'make_interval',
  'power',
  'timezone',
]);

/**
 * Lists reasons for Citus to refuse a statement's content, as seen on a cluster with version 13.2.2; empty for
 * statements on local tables. Rejects more than Citus does.
 */
export function listCitusRefusals(statement: string): string[] {
  const problems = new Set<string>();
  for (const { stmt } of parseSync(statement).stmts ?? [])
    for (const [kind, body] of entriesOf(stmt)) {
      if (
        !isTree(body) ||
        !JSON.stringify(body)
          .match(/"relname":"(\w+)"/g)
          ?.some(namesDistributed)
      )
        continue;
      if (kind === 'SelectStmt') inspectSelect(body, problems);
      else inspectChange(body, problems);
    }
  return [...problems];
}

function namesDistributed(relation: string): boolean {
  return distributed.has(relation.slice('"relname":"'.length, -1));
}

function inspectChange(change: Tree, problems: Set<string>): void {
  for (const conditional of findAll(change['targetList'], ['CaseExpr', 'CoalesceExpr']))
    for (const name of listMutable(conditional)) problems.add(`calls ${name} in a CASE or COALESCE`);
  for (const name of listMutable(change['onConflictClause'])) problems.add(`calls ${name} in ON CONFLICT DO UPDATE`);
  for (const { val } of findAll(change['targetList'], ['ResTarget']))
    if (findAll(val, ['ColumnRef']).length > 0)
      for (const name of listMutable(val)) problems.add(`calls ${name} beside a column`);
}

function inspectSelect(select: Tree, problems: Set<string>): void {
  for (const lateral of findAll(select, ['RangeSubselect'])) {
    const query = isTree(lateral['subquery']) ? lateral['subquery']['SelectStmt'] : null;
    if (lateral['lateral'] && isTree(query) && query['op'] !== 'SETOP_NONE')
      problems.add('joins a union laterally, which a shard cannot do');
  }
  for (const from of [select, ...findAll(select, ['SelectStmt'])].map((query) => query['fromClause'])) {
    const tables = findAll(from, ['RangeVar']).filter(({ relname }) => distributed.has(String(relname)));
    const lists = findAll(from, ['RangeFunction']).filter((list) => findAll(list, ['ColumnRef']).length === 0);
    if (tables.length > 1 && lists.length > 0) problems.add('joins several tables with a given list');
  }
}

/** Lists parts that depend on the time, the session or chance. */
function listMutable(node: unknown): string[] {
  const calls = findAll(node, ['FuncCall']).map(({ funcname }) => String(stringsOf(funcname).at(-1)));
  const values = findAll(node, ['SQLValueFunction']).map(({ op }) => String(op));
  const sums = findAll(node, ['A_Expr']).filter(isZonedSum);
  return [...calls.filter((name) => !immutable.has(name)), ...values, ...sums.map(() => 'timestamptz + interval')];
}

/** Adding an interval depends on the session's time zone unless the other side is a time without a zone. */
function isZonedSum({ name, lexpr, rexpr }: Tree): boolean {
  if (!['+', '-'].includes(stringsOf(name)[0] ?? '')) return false;
  const isInterval = JSON.stringify([lexpr, rexpr]).match(/"sval":"(interval|make_interval)"/) !== null;
  return isInterval && !JSON.stringify([lexpr, rexpr]).includes('"sval":"timezone"');
}

function findAll(node: unknown, kinds: readonly string[]): Tree[] {
  const found: Tree[] = [];
  const visit = (part: unknown) => {
    if (Array.isArray(part)) part.forEach(visit);
    else
      for (const [kind, body] of entriesOf(part)) {
        if (kinds.includes(kind) && isTree(body)) found.push(body);
        visit(body);
      }
  };
  visit(node);
  return found;
}

function stringsOf(node: unknown): string[] {
  return [...JSON.stringify(node ?? '').matchAll(/"sval":"([^"]*)"/g)].map(([, text = '']) => text);
}

function entriesOf(node: unknown): [string, unknown][] {
  return isTree(node) ? Object.entries(node) : [];
}

function isTree(node: unknown): node is Tree {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}
