import {
  getDigestSchedule,
  previewDigest,
  saveDigestSchedule,
  sendTestDigest,
  type DigestSchedule,
} from '@tidemark/contract';
import { ApiError } from '../../platform/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { requireAccounts } from '../accounts/index.ts';
import { recordUserAction, type AuditLog } from '../audit/index.ts';
import { listSubscribers } from '../mail/index.ts';
import { buildDigest, type DigestDeps } from './build-digest.ts';
import { findSchedule, saveSchedule } from './queries.ts';
import { findEarlierSending, findNextSending } from '../../platform/sending-times.ts';
import { queueDigest, type QueueDeps, toScopeKey } from './send-digest.ts';

/** Monday morning, for users who have not chosen yet. */
const initialSchedule = {
  isOn: false,
  cadence: 'weekly',
  weekday: 1,
  monthDay: 1,
  hour: 8,
  accountIds: null,
} as const satisfies Partial<DigestSchedule>;

export type DigestRouteDeps = DigestDeps & QueueDeps & { audit: AuditLog };

export function digestRoutes(deps: DigestRouteDeps) {
  const { db, clock, outbox, dayZone, audit } = deps;

  async function build(userId: string, { schedule, back }: { schedule: DigestSchedule; back: number }) {
    const { day } = findEarlierSending(schedule, { now: clock(), back });
    return (await buildDigest(deps, userId, { schedule, day }))?.digest ?? null;
  }

  return [
    route(getDigestSchedule, async ({ viewer: { userId }, query: { timeZone = dayZone } }) => {
      const saved = await findSchedule(db, userId);
      return {
        schedule: saved?.schedule ?? { ...initialSchedule, timeZone },
        nextAt: saved?.nextAt?.toISOString() ?? null,
      };
    }),

    route(saveDigestSchedule, async ({ viewer, body: schedule, requestId }) => {
      const { userId } = viewer;
      if (schedule.accountIds) await requireAccounts(db, viewer, schedule.accountIds);
      const before = await findSchedule(db, userId);
      const next = schedule.isOn ? findNextSending(schedule, clock()) : null;
      await saveSchedule(db, userId, { schedule, next });
      if ((before?.schedule.isOn ?? false) !== schedule.isOn) {
        const action = schedule.isOn ? 'digest.started' : 'digest.stopped';
        await recordUserAction(audit, { userId, action, requestId, at: clock() });
      }
      return { schedule, nextAt: next?.at.toISOString() ?? null };
    }),

    route(previewDigest, async ({ viewer, body: { schedule, back } }) => {
      if (schedule.accountIds) await requireAccounts(db, viewer, schedule.accountIds);
      return { digest: await build(viewer.userId, { schedule, back }) };
    }),

    route(sendTestDigest, async ({ viewer, body: { schedule, recipientId } }) => {
      const { userId } = viewer;
      if (!outbox.isEnabled) throw new ApiError('mail_off');
      if (schedule.accountIds) await requireAccounts(db, viewer, schedule.accountIds);
      const subscribers = await listSubscribers(db, { userId, kind: 'digest' });
      if (!subscribers.some(({ recipient_id }) => recipient_id === recipientId))
        throw new ApiError('recipient_not_confirmed');
      const digest = await build(userId, { schedule, back: 0 });
      if (!digest) throw new ApiError('digest_empty');
      await queueDigest(deps, db, {
        userId,
        digests: new Map([[toScopeKey(null), digest]]),
        now: clock(),
        testFor: recipientId,
      });
      return { success: true as const };
    }),
  ];
}
