import { sql } from 'kysely';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { dueRows } from '../../platform/work/due-rows.ts';
import { defineWork } from '../../platform/work/work.ts';
import { hasOpenComparisons } from '../analytics/index.ts';
import { type ContentDeps, createContentLoader } from './load-content.ts';
import { settleLink, type UnsettledLink } from './queries.ts';

const retryMillis = 60_000;
const maxWaitMillis = 30 * 60_000;

interface SettleServices extends ContentDeps {
  clock: Clock;
}

export const shareWork = defineWork({
  name: 'share-links',
  label: 'Complete frozen share links',
  remedy: 'The log names the link. It keeps what it shows; the owner can freeze a new one.',
  everySeconds: 30,
  rows: dueRows({
    table: 'share_link',
    key: 'link_id',
    due: 'settle_at',
    waits: sql`settle_at is not null`,
    claimMillis: 5 * 60_000,
  }),
  toLogFields: ({ link_id: linkId }) => ({ linkId }),
  prepare: (services: SettleServices) => async (link) => {
    const { db, clock } = services;
    await settle(services, link).catch(async (error: unknown) => {
      await settleLink(db, link, { content: null, settleAt: toNextTry(link, clock()) });
      throw error;
    });
  },
});

/** Returns the time of the next computation; null once the data has had its time. */
export function toNextTry({ created_at }: Pick<UnsettledLink, 'created_at'>, now: Date): Date | null {
  return now.getTime() - created_at.getTime() < maxWaitMillis ? new Date(now.getTime() + retryMillis) : null;
}

/** Reloads the data for the day when the link was frozen, now with more of Instagram's own counts. */
async function settle(services: SettleServices, link: UnsettledLink): Promise<void> {
  const { db, clock } = services;
  const owner = { userId: link.user_id, role: 'user' as const };
  const choice = { ...link.choice, title: link.title, accountIds: link.account_ids };
  const content = await createContentLoader(services)(owner, choice, link.created_at).catch((error: unknown) => {
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
