import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportFigures } from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import { dayIn } from '../../../platform/clock.ts';
import { hijackReply } from '../../../platform/http/hijack-reply.ts';
import { route } from '../../../platform/http/route.ts';
import { listLinkedAccounts, requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toExportRequest } from './export-request.ts';
import { listTables } from './list-tables.ts';
import { writeExport } from './write-export.ts';

/** Of one user; more wait for their browser's next attempt. */
const maxConcurrent = 2;
/** A download that nobody reads for this long is ended. */
const maxIdleMillis = 60_000;
const attempts = 5;

export function exportRoutes({ db, clock, dayZone, requestWindows }: AnalyticsDeps) {
  const running = new Map<string, number>();

  function start(userId: string): () => void {
    const count = running.get(userId) ?? 0;
    if (count >= maxConcurrent) throw new ApiError('too_many_requests', { retryAfterSeconds: 5 });
    running.set(userId, count + 1);
    return () => {
      const left = (running.get(userId) ?? 1) - 1;
      if (left === 0) running.delete(userId);
      else running.set(userId, left);
    };
  }

  return [
    route(exportFigures, async ({ viewer, body, reply, signal, admit }) => {
      const end = start(viewer.userId);
      try {
        const scope = await requireAccounts(db, viewer, body.accountIds);
        const linked = await listLinkedAccounts(db, viewer.userId);
        const accounts = linked.map(({ _id, username, lastSyncAt }) => ({ accountId: _id, username, lastSyncAt }));
        const now = clock();
        const request = toExportRequest(body, scope, accounts);
        const load = <Result>(work: (database: typeof db) => Promise<Result>) =>
          whenFree(() => admit(() => work(db)), signal);
        const deps = { db, now, today: dayIn(dayZone, now), dayZone, requestWindows, load };
        const tables = await listTables(deps, request, body.sections);
        const { name, type, content } = writeExport(body.format, tables, request, now);
        reply.header('content-disposition', `attachment; filename="${name}"`).type(type);
        const response = hijackReply(reply);
        response.setTimeout(maxIdleMillis, () => void response.destroy());
        // If interrupted, the download fails in the browser, so that a part of a file does not look complete.
        pipeline(content, response, (error) => {
          end();
          if (error) reply.log.warn({ err: error }, 'An export was not sent completely');
        });
        return '';
      } catch (error) {
        end();
        throw error;
      }
    }),
  ];
}

/** The start of the file is sent already, so that a full server delays the rest instead of ending it. */
async function whenFree<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'overloaded' || attempt === attempts) throw error;
      await sleep(attempt * 1_000, undefined, { signal });
    }
  }
}
