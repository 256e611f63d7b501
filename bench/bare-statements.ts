import { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Database } from '../apps/server/src/database/database.ts';

export interface Statement {
  sql: string;
  parameters: unknown[];
}

interface Recorded extends Statement {
  from: number;
  to: number;
}

let recording: Recorded[] | null = null;

/** Makes this process's statements recordable from now on. */
export function watchStatements(): void {
  const { query } = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      const answer = query.apply(this, given);
      const [sql, parameters] = given;
      if (recording && typeof sql === 'string' && Array.isArray(parameters) && answer instanceof Promise) {
        const statement: Recorded = { sql, parameters, from: performance.now(), to: Infinity };
        recording.push(statement);
        void answer.then(() => (statement.to = performance.now())).catch(() => undefined);
      }
      return answer;
    },
  });
}

/** Returns the statements behind a step, in waves: a wave is sent together, the next one after its responses. */
export async function recordStatements(step: () => Promise<unknown>): Promise<Statement[][]> {
  const recorded: Recorded[] = [];
  recording = recorded;
  await step();
  recording = null;
  const waves: { statements: Statement[]; ended: number }[] = [];
  for (const { sql, parameters, from, to } of recorded) {
    const last = waves.at(-1);
    if (last && from < last.ended) {
      last.statements.push({ sql, parameters });
      last.ended = Math.min(last.ended, to);
    } else waves.push({ statements: [{ sql, parameters }], ended: to });
  }
  return waves.map(({ statements }) => statements);
}

/** Runs the same statements without anything but the driver. */
export async function runBare(db: Database, waves: Statement[][]): Promise<void> {
  for (const wave of waves)
    await Promise.all(wave.map(({ sql, parameters }) => db.executeQuery(CompiledQuery.raw(sql, parameters))));
}
