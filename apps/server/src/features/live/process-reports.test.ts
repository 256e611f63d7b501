import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createLog } from '../../platform/log/log.ts';
import { countStreams, startProcessReports } from './process-reports.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp({ work: false })));
afterAll(() => app.close());

// Later than the application's own reports.
const now = new Date(Date.now() + 3_600_000);
const report = (streams: number) =>
  startProcessReports({
    db: app.db,
    streams: { count: () => streams },
    clock: () => now,
    log: createLog({ level: 'silent' }),
  });
const count = () => countStreams(app.db, now);

it('counts live streams across running processes', async () => {
  await app.db
    .insertInto('server_process')
    .values({ process_id: randomUUID(), streams: 100, reported_at: new Date(now.getTime() - 46_000) })
    .execute();
  expect(await count()).toEqual({ streams: 0, processes: 0 });

  const [stopOne, stopOther] = [report(3), report(4)];
  await vi.waitFor(async () => expect(await count()).toEqual({ streams: 7, processes: 2 }));
  await stopOne();
  expect(await count()).toEqual({ streams: 4, processes: 1 });

  await stopOther();
  expect(await count()).toEqual({ streams: 0, processes: 0 });
});
