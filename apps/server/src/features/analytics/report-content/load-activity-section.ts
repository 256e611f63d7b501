import { maxReportNames, type MediaActivity, type ReportSection } from '@tidemark/contract';
import { loadActivity } from '../audience-activity/load-activity.ts';
import type { SectionDeps, SectionRequest } from './load-published.ts';

type Section = Extract<ReportSection, { kind: 'activity' }>;

/** Loads when the range's posts were published, in the report's time zone, and the names in them. */
export async function loadActivitySection(
  { db }: SectionDeps,
  { scope, periods, zone }: SectionRequest,
): Promise<Section> {
  const { data, hashtags, mentions, collabs } = await loadActivity(db, scope, { period: periods.current, zone });
  return {
    kind: 'activity',
    comment: '',
    posts: data.flatMap(({ buckets }) => buckets),
    interactions: data.flatMap(({ interactions }) => interactions),
    hashtags: toTopNames(hashtags),
    mentions: toTopNames(mentions),
    collabs: toTopNames(collabs),
  };
}

function toTopNames(counts: MediaActivity['hashtags']): Section['hashtags'] {
  const all = Object.values(counts).reduce((sum, posts) => sum + posts, 0);
  return Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxReportNames)
    .map(([name, posts]) => ({ name, posts, percent: (posts / all) * 100 }));
}
