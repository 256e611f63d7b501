import { overviewMetrics, type MetricCard, type UsualChanges } from '@tidemark/contract';
import type { MetricChange } from '@tidemark/contract/unusual-changes';
import type { AccountScope } from '../../accounts/index.ts';
import { loadComparedAccounts } from '../account-comparison/load-compared-accounts.ts';
import { percentChange } from '../formulas/change.ts';
import { type Period, precedingPeriod } from '../formulas/period.ts';
import { listPublished } from '../highlights/queries.ts';
import { type CardDeps, loadCard } from '../metric-cards/load-card.ts';
import { listTopPosts } from '../posts/list-top-posts.ts';
import { toPostZone } from '../published-within.ts';
import { loadUsualChanges } from '../usual-changes/load-usual-changes.ts';

/** Same as in the headline. */
const metrics = overviewMetrics.filter((metric) => metric !== 'post-activity');
export type DigestMetric = (typeof metrics)[number];

const topPosts = 3;

export interface DigestFigures {
  period: Period;
  previous: Period;
  /** The metric to speak about if nothing is unusual: views, where they are counted. */
  lead: 'views' | 'total_interactions';
  cards: Record<DigestMetric, MetricCard>;
  /** Ranked as in the headline. */
  changes: MetricChange[];
  usual: UsualChanges;
  /** Published in each period, without stories. */
  posts: { current: number; previous: number | null };
  /** Each account's change in views; empty for a single account. */
  accounts: { accountId: string; views: number; viewsChange: number | null }[];
  /** Most views first; lifetime totals. */
  topPosts: {
    accountId: string;
    mediaId: string;
    caption: string;
    publishedAt: Date;
    interactions: number;
    /** Null where the network counts none. */
    views: number | null;
  }[];
}

/** Computes the Overview's values for a past range as its screens do; null if nothing is stored. */
export async function loadDigestFigures(
  deps: CardDeps,
  scope: AccountScope,
  { period, timeZone }: { period: Period; timeZone: string },
): Promise<DigestFigures | null> {
  const { db } = deps;
  const previous = precedingPeriod(period);
  const zone = toPostZone(timeZone);
  const [cards, usual, published, publishedBefore, compared, top] = await Promise.all([
    Promise.all(metrics.map((metric) => loadCard(deps, scope, metric, { current: period, previous }))),
    loadUsualChanges(db, scope, period),
    listPublished(db, scope, { period, zone }),
    listPublished(db, scope, { period: previous, zone }),
    scope.accountIds.length > 1 ? loadComparedAccounts(deps, scope, { current: period, previous }) : [],
    listTopPosts(db, scope, { period, zone, count: topPosts }),
  ]);
  const byMetric = Object.fromEntries(metrics.map((metric, at) => [metric, cards[at]])) as DigestFigures['cards']; // one per metric
  const lead = (['views', 'total_interactions'] as const).find((metric) =>
    byMetric[metric].series.some(({ value }) => value !== null),
  );
  if (!lead) return null;
  const { comparison } = byMetric[lead];
  const posts = countPosts(published, comparison.noDataBefore === null ? publishedBefore : null);
  return {
    period,
    previous,
    lead,
    cards: byMetric,
    changes: [
      ...metrics.map((metric) => ({ metric, ...byMetric[metric] })),
      ...(posts.previous === null
        ? []
        : [
            {
              metric: 'post-activity' as const,
              percentChange: percentChange(posts.current, posts.previous),
              change: posts.current - posts.previous,
              approx: null,
              comparison,
            },
          ]),
    ],
    usual,
    posts,
    accounts: compared.map(({ accountId, metrics: { views } }) => ({
      accountId,
      views: views.current,
      viewsChange: views.change,
    })),
    topPosts: top.map((row) => ({
      accountId: row.account_id,
      mediaId: row.media_id,
      caption: row.caption ?? '',
      publishedAt: row.published_at,
      interactions: row.interactions ?? 0,
      views: row.views,
    })),
  };
}

type Published = Awaited<ReturnType<typeof listPublished>>;

function countPosts(current: Published, previous: Published | null): DigestFigures['posts'] {
  const count = (rows: Published) => rows.filter(({ product_type }) => product_type !== 'STORY').length;
  return { current: count(current), previous: previous && count(previous) };
}
