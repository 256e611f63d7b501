import pg from 'pg';

/** Records every distinct statement that this process sends to a database. Returns them, and a function to stop. */
export function recordStatements(): { statements: Set<string>; stop(): void } {
  const statements = new Set<string>();
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function query(this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : first;
    if (typeof text === 'string') statements.add(text);
    return Reflect.apply(original, this, given);
  };
  return { statements, stop: () => void (pg.Client.prototype.query = original) };
}
