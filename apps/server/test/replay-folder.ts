import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../src/database/database.ts';
import { anonymousAccount } from '../src/networks/instagram/sync/answers/anonymise-steps.ts';
import type { AnswersAt } from '../src/features/sync/answers/read-answers.ts';
import { shadowTables } from '../src/features/sync/replay/queries.ts';
import type { UnreplayedStep } from '../src/features/sync/connector.ts';
import { createInstagramReplayer } from '../src/networks/instagram/sync/replay-step.ts';
import { listReplayedTables } from '../src/features/sync/replay/replayed-tables.ts';
import { countUnevenMedia, countWrongMeasurements } from '../src/features/sync/index.ts';

interface ReplayedFolder {
  steps: number;
  /** What could not be replayed; without findings, none. */
  unreplayed: UnreplayedStep[];
  /** Posts whose deltas do not add up to their totals, and wrong measurements; without findings, none. */
  wrong: number;
  rows: Record<string, number>;
}

/** Stores what `tidemark evidence export` wrote in empty tables, which disappear afterwards. */
export async function replayFolder(
  db: Database,
  folder: string,
  { dayZone = 'America/Los_Angeles' }: { dayZone?: string } = {},
): Promise<ReplayedFolder> {
  const { replayStep } = createInstagramReplayer({ dayZone });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return db.transaction().execute(async (transaction) => {
    await shadowTables(transaction);
    const unreplayed: UnreplayedStep[] = [];
    for (const name of names) {
      const { at, ...step } = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as AnswersAt; // as it was written
      const failed = await replayStep(transaction, anonymousAccount, { ...step, at: new Date(at) });
      if (failed) unreplayed.push(failed);
    }
    const rows: Record<string, number> = {};
    for (const [table] of listReplayedTables()) {
      const counted = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
        transaction,
      );
      rows[table] = counted.rows[0]?.count ?? 0;
    }
    const wrong = (await countUnevenMedia(transaction)) + (await countWrongMeasurements(transaction));
    return { steps: names.length, unreplayed, wrong, rows };
  });
}
