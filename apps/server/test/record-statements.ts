import pg from 'pg';

/** Counts every statement that this process sends to a database. Returns them, and a function to stop. */
export function recordStatements(): { statements: Map<string, number>; stop(): void } {
  const statements = new Map<string, number>();
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : first;
    if (typeof text === 'string') statements.set(text, (statements.get(text) ?? 0) + 1);
    return Reflect.apply(original, this, given);
  };
  return { statements, stop: () => void (pg.Client.prototype.query = original) };
}
