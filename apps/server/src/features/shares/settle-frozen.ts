import type { Database } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { startPoller } from '../../platform/poller.ts';
import { hasOpenComparisons } from '../analytics/index.ts';
import type { LoadContent } from './load-content.ts';
import { listUnsettled, settleLink, type UnsettledLink } from './queries.ts';

const retryMillis = 60_000;
const maxWaitMillis = 30 * 60_000;
const batch = 10;

export interface SettleDeps {
  db: Database;
  clock: Clock;
  log: Log;
  loadContent: LoadContent;
}

/** Completes frozen links' comparisons. Returns a function that stops it. */
export function startShareWork(
  deps: SettleDeps,
  { pollSeconds = 30 }: { pollSeconds?: number | undefined } = {},
): () => Promise<void> {
  const { db, clock, log } = deps;
  return startPoller(
    async (signal) => {
      for (const link of await listUnsettled(db, clock(), batch)) {
        if (signal.aborted) return;
        await settle(deps, link).catch((error: unknown) => {
          log.error({ err: error, linkId: link.link_id }, 'Could not complete a frozen share link');
          return settleLink(db, link, { content: null, settleAt: toNextTry(link, clock()) });
        });
      }
    },
    { intervalMillis: pollSeconds * 1000, log, failureMessage: 'Could not list frozen share links' },
  ).stop;
}

/** Returns the time of the next computation; null once the data has had its time. */
export function toNextTry({ created_at }: Pick<UnsettledLink, 'created_at'>, now: Date): Date | null {
  return now.getTime() - created_at.getTime() < maxWaitMillis ? new Date(now.getTime() + retryMillis) : null;
}

/** Reloads the data for the day when the link was frozen, now with more of Instagram's own counts. */
async function settle({ db, clock, loadContent }: SettleDeps, link: UnsettledLink): Promise<void> {
  const owner = { userId: link.user_id, role: 'user' as const };
  const choice = { ...link.choice, title: link.title, accountIds: link.account_ids };
  const content = await loadContent(owner, choice, link.created_at).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'account_not_found') return null;
    throw error;
  });
  // Fewer accounts would change the frozen data.
  const isWhole = content?.accounts.length === link.account_ids.length;
  const isOpen = content !== null && hasOpenComparisons(content);
  await settleLink(db, link, {
    content: isWhole ? content : null,
    settleAt: isOpen ? toNextTry(link, clock()) : null,
  });
}
