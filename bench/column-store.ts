import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import * as copy from 'pg-copy-streams';
import type { DatabaseAddress } from '../apps/server/src/database/database.ts';
import { openOneConnection } from '../apps/server/src/database/dedicated-connection.ts';
import { toRanges, type Shape } from './scale-calls.ts';

const tables = {
  account_day: 'account_id, day, followers, reach, reach_non_follower, views, views_follower, views_non_follower, views_post, views_reel, views_story, views_carousel, views_other, interactions, likes, comments, saves, shares, follows, engaged, complete',
  media_day: 'account_id, day, media_id, reach, views, likes, comments, saved, shares, interactions, follows',
}; // prettier-ignore

/** Opens the same rows in a column store, ordered by account and day: a lower bound for sums over them. */
export async function openColumnStore(address: DatabaseAddress) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-bench-'));
  const instance = await DuckDBInstance.create(path.join(folder, 'columns.duckdb'));
  const store = await instance.connect();
  const { client, close } = await openOneConnection(address, 'tidemark bench');
  try {
    for (const [name, columns] of Object.entries(tables)) {
      const file = path.join(folder, `${name}.csv`);
      await pipeline(
        client.query(copy.to(`copy ${name} (${columns}) to stdout (format csv, header)`)),
        createWriteStream(file),
      );
      await store.run(
        `create table ${name} as select * from read_csv('${file}', all_varchar = false) order by account_id, day`,
      );
      await rm(file);
    }
  } finally {
    await close();
  }
  return {
    read: async (statement: string) => (await store.runAndReadAll(statement)).getRows(),
    async close() {
      store.closeSync();
      instance.closeSync();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const sums = (columns: string[]) => columns.map((column) => `sum(${column})`).join(', ');
const cardSums = sums([
  'reach',
  'reach_non_follower',
  'interactions',
  'follows',
  'comments',
  'saves',
  'shares',
  'engaged',
]);
const viewSums = sums(['views', 'views_post', 'views_reel', 'views_story', 'views_carousel', 'views_other', 'views_follower', 'views_non_follower', 'likes', 'comments', 'saves', 'shares']); // prettier-ignore
const mediaSums = sums(['reach', 'views', 'likes', 'comments', 'saved', 'shares', 'interactions', 'follows']);

/** Statements behind the summing calls, in the column store's SQL. */
export const columnStatements: Record<string, (shape: Shape) => string[]> = {
  card: (shape) => [
    `select account_id, ${cardSums}, max_by(followers, day) from account_day ${where(shape)} group by account_id`,
    `select account_id, ${cardSums}, max_by(followers, day) from account_day ${where(shape, 'before')} group by account_id`,
    `select day, ${cardSums}, sum(followers) from account_day ${where(shape)} group by day`,
  ],
  breakdown: (shape) => [`select ${viewSums}, count(*) filter (where complete) from account_day ${where(shape)}`],
  timeseries: (shape) => [`select account_id, day, views from account_day ${where(shape)}`],
  'post insights, all posts': (shape) => [
    `select media_id, ${mediaSums} from media_day ${where(shape)} group by media_id`,
    `select day, ${mediaSums} from media_day ${where(shape)} group by day`,
    `select count(distinct media_id), ${mediaSums} from media_day ${where(shape, 'before')}`,
  ],
};

function where({ accountIds, days }: Shape, period: 'now' | 'before' = 'now'): string {
  const { from, to } = toRanges(days)[period];
  return `where account_id in (${accountIds.join(', ')}) and day between date '${from}' and date '${to}'`;
}
