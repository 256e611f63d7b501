import type { Digest, DigestSchedule } from '@tidemark/contract';
import { firstLine, missingChangeLabels, numberLine } from '@tidemark/presentation';
import type { Database } from '../../database/database.ts';
import { dayIn, type DayClock } from '../../platform/clock.ts';
import { listLinkedAccounts, ownAccounts, requireAccounts } from '../accounts/index.ts';
import { type DigestFigures, type DigestMetric, loadDigestFigures } from '../analytics/index.ts';
import { changeLabel, dayLabel, percentLabel, rangeLabel, wholeLabel } from '../../platform/number-labels.ts';
import { toDigestRange } from './digest-range.ts';
import { networkNames } from '../../metrics/network-metrics.ts';
import { writeSentences } from './write-sentences.ts';

export interface DigestDeps extends DayClock {
  db: Database;
  requestWindows: Parameters<typeof loadDigestFigures>[0]['requestWindows'];
  appUrl: string;
}

const labels: Partial<Record<DigestMetric, string>> = {
  followers: 'Followers',
  views: 'Views',
  reach: 'Reach',
  total_interactions: 'Interactions',
  'engagement-rate': 'Engagement rate',
};
const maxTitle = 80;

interface BuiltDigest {
  digest: Digest;
  /** Counts that change some comparisons are still being fetched. */
  isComparing: boolean;
}

/** Builds a schedule's digest for a day; null if no account can be read or nothing is stored. */
export async function buildDigest(
  { db, clock, dayZone, requestWindows, appUrl }: DigestDeps,
  userId: string,
  { schedule, day }: { schedule: DigestSchedule; day: string },
): Promise<BuiltDigest | null> {
  const viewer = { userId, role: 'user' as const };
  const readable = (await ownAccounts(db, viewer)).accountIds;
  // Leaves out accounts that were unlinked since.
  const ids = readable.filter((id) => schedule.accountIds === null || schedule.accountIds.includes(id));
  if (ids.length === 0) return null;
  const scope = await requireAccounts(db, viewer, ids);
  const deps = { db, today: dayIn(dayZone, clock()), requestWindows };
  const { timeZone } = schedule;
  const period = toDigestRange(schedule, day);
  const [figures, linked] = await Promise.all([
    loadDigestFigures(deps, scope, { period, timeZone }),
    listLinkedAccounts(db, { userId }),
  ]);
  if (!figures) return null;
  const names = new Map(linked.map(({ _id, username }) => [_id, `@${username}`]));
  const types = [...new Set(linked.flatMap(({ _id, type }) => (ids.includes(_id) ? type : [])))];
  const network = types.map((type) => networkNames[type]).join(' and ');
  const isWhole = ids.length === readable.length;
  const digest = {
    ...period,
    title: `Your ${schedule.cadence === 'weekly' ? 'week' : 'month'} on ${network}: ${rangeLabel(period)}`,
    sentences: writeSentences(figures, names),
    figures: toFigures(figures),
    note: toNote(figures),
    posts: figures.topPosts.map(({ accountId, mediaId, caption, publishedAt, views, interactions }) => ({
      title: firstLine(caption, maxTitle) || 'Post without a caption',
      detail: `${names.size > 1 ? `${names.get(accountId) ?? ''}, ` : ''}${dayLabel(dayIn(timeZone, publishedAt))}: ${views === null ? '' : `${wholeLabel(views)} views, `}${wholeLabel(interactions)} interactions`,
      url: `${appUrl}/account/${encodeURIComponent(accountId)}/post/${encodeURIComponent(mediaId)}`,
    })),
    url: `${appUrl}/?${new URLSearchParams({ from: period.from, to: period.to, ...(isWhole ? {} : { accounts: ids.join(',') }) }).toString()}`,
  };
  return { digest, isComparing: Object.values(figures.cards).some(({ changeState }) => changeState === 'comparing') };
}

function toFigures({ cards }: DigestFigures): Digest['figures'] {
  const shown = Object.entries(labels) as [DigestMetric, string][]; // its keys are metrics
  const known = shown.filter(([metric]) => cards[metric].series.some(({ value }) => value !== null));
  return known.map(([metric, label]) => {
    const { current, approx, change, percentChange, changeState } = cards[metric];
    const mark = changeState === 'estimated' ? ', estimated' : '';
    return {
      label,
      value: numberLine(current, approx, metric === 'engagement-rate' ? percentLabel : wholeLabel),
      change:
        percentChange === null
          ? (missingChangeLabels[changeState] ?? null)
          : `${changeLabel(Math.abs(percentChange))}${mark}`,
      direction: change === null || change === 0 ? null : change > 0 ? ('up' as const) : ('down' as const),
    };
  });
}

function toNote({ previous, cards, lead }: DigestFigures): string {
  const { comparison } = cards[lead];
  const compared =
    comparison.days === 0
      ? 'There is no complete earlier period for comparison.'
      : `Changes compare with ${rangeLabel(previous)}${comparison.days < comparison.of ? `, the first ${comparison.days} days of each` : ''}.`;
  const isMarked = Object.values(cards).some(({ isApprox }) => isApprox);
  return isMarked ? `${compared} ≈ marks estimates; the Overview explains them.` : compared;
}
