// The whole product in its own process, to isolate its memory and open files.
import { readdir } from 'node:fs/promises';
import { createLiveTokens } from '../apps/server/src/features/live/index.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { fill } from './fill.ts';
import { startParts } from './start-parts.ts';

export interface Started {
  url: string;
  token: string;
  accountIds: string[];
  liveTokens: string[];
}
export interface SoakSample {
  rss: number;
  heap: number;
  files: number;
  handles: number;
}

const [streams = 0, databaseUrl] = process.argv.slice(2);

async function poll(): Promise<SoakSample> {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const files = await readdir('/proc/self/fd').catch(() => []);
  return { rss, heap: heapUsed, files: files.length, handles: process.getActiveResourcesInfo().length };
}

const app = await startParts({ work: true, databaseUrl });
const client = await app.as('ines@sandbox.test');
const { user } = await client.load();
const { accountIds } = await fill(app.address, user._id, { accounts: 50, days: 365, postsEach: 100 });
const tokens = createLiveTokens({ db: app.db, clock: systemClock });
const liveTokens: string[] = [];
for (let number = 0; number < Number(streams); number += 1) {
  const { user_id: userId } = await app.db
    .insertInto('app_user')
    .values({ issuer: 'bench', subject: String(number), name: 'Bench', email: `${number}@bench.test` })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  liveTokens.push(await tokens.issue({ userId }));
}
process.on('message', () => void poll().then((found) => process.send?.(found)));
process.once('disconnect', () => void app.close().finally(() => process.exit(0)));
process.send?.({ url: app.url, token: client.token, accountIds, liveTokens } satisfies Started);
