import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportFigures, type ExportSection } from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import { hijackReply } from '../../../platform/http/hijack-reply.ts';
import { route, type Viewer } from '../../../platform/http/route.ts';
import { requireScope } from '../../../platform/http/require-scope.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import type { LoadPeers } from '../load-peers.ts';
import { prepareExport } from './export-file.ts';

/** Per user. */
const maxConcurrent = 2;
/** Time without reading after which a download is ended. */
const maxIdleMillis = 60_000;
const maxAttempts = 5;

export function exportRoutes(deps: AnalyticsDeps & { loadPeers: LoadPeers; appUrl: string }) {
  const running = new Map<string, number>();

  /** Returns what ends it. */
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
      assertAllowed(viewer, body.sections);
      const end = start(viewer.userId);
      try {
        const admitLater = <Result>(work: () => Promise<Result>) => whenFree(() => admit(work), signal);
        const { name, type, content } = await prepareExport({ ...deps, admit: admitLater }, viewer, body);
        const response = hijackReply(reply.header('content-disposition', `attachment; filename="${name}"`).type(type));
        response.setTimeout(maxIdleMillis, () => void response.destroy());
        // If interrupted, the download fails in the browser, so that a partial file doesn't look complete.
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

function assertAllowed({ role, program }: Viewer, sections: readonly ExportSection[]): void {
  const isForOperators = (section: ExportSection) =>
    section.startsWith('insight-') && section !== 'insight-opportunities';
  const hasPosts = sections.some((section) => /^(insight|media|post)/.test(section));
  if (sections.some(isForOperators) && role !== 'system-admin') throw new ApiError('forbidden');
  if (!program) return;
  if (hasPosts) requireScope(program, 'posts:read');
  // Same as for the calls that list labels and their experiments.
  if (sections.some((section) => section.startsWith('label'))) throw new ApiError('key_not_accepted');
}

/** The start is already sent: a full server delays the rest instead of aborting. */
async function whenFree<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'overloaded' || attempt === maxAttempts) throw error;
      await sleep(attempt * 1_000, undefined, { signal });
    }
  }
}
