import {
  accountMetrics,
  maxTopPosts,
  overviewMetrics,
  type ReportSection,
  type ReportSectionKind,
} from '@tidemark/contract';
import { loadComparedAccounts } from '../account-comparison/load-compared-accounts.ts';
import { loadBreakdown } from '../breakdowns/load-breakdown.ts';
import { loadDemographics } from '../demographics/load-demographics.ts';
import { loadCard } from '../metric-cards/load-card.ts';
import { listDaysByAccount } from '../timeseries/list-days.ts';
import { loadActivitySection } from './load-activity-section.ts';
import { loadMediaSection } from './load-media-section.ts';
import { loadPublished, type SectionDeps, type SectionRequest } from './load-published.ts';
import { loadSummarySection } from './load-summary-section.ts';
import { loadTopPosts } from './load-top-posts.ts';

type Section<Kind extends ReportSectionKind = ReportSectionKind> = Extract<ReportSection, { kind: Kind }>;

/** Loads one section's data; its comment is empty. */
export function loadSection(
  deps: SectionDeps,
  request: SectionRequest,
  kind: ReportSectionKind,
): Promise<ReportSection> {
  return loaders[kind](deps, request);
}

const loaders: { [Kind in ReportSectionKind]: (deps: SectionDeps, request: SectionRequest) => Promise<Section<Kind>> } =
  {
    summary: loadSummarySection,
    metrics: loadMetrics,
    days: loadDays,
    breakdowns: async (deps, { scope, periods }) => ({
      kind: 'breakdowns',
      comment: '',
      metrics: await Promise.all(
        accountMetrics.map(async (metric) => ({
          metric,
          breakdown: await loadBreakdown(deps, scope, metric, periods.current),
        })),
      ),
    }),
    accounts: async (deps, { scope, periods }) => ({
      kind: 'accounts',
      comment: '',
      accounts: await loadComparedAccounts(deps, scope, periods),
    }),
    posts: loadPosts,
    media: loadMediaSection,
    activity: loadActivitySection,
    demographics: async ({ db }, { scope, periods }) => ({
      kind: 'demographics',
      comment: '',
      demographics: await loadDemographics(db, scope, periods.current.to),
    }),
  };

const cardMetrics = overviewMetrics.filter((metric) => metric !== 'post-activity');

async function loadMetrics(deps: SectionDeps, request: SectionRequest): Promise<Section<'metrics'>> {
  const { scope, periods } = request;
  const cards = await Promise.all(
    cardMetrics.map(async (metric) => ({ metric, card: await loadCard(deps, scope, metric, periods) })),
  );
  return { kind: 'metrics', comment: '', cards, published: await loadPublished(deps, request) };
}

async function loadDays(deps: SectionDeps, { scope, periods }: SectionRequest): Promise<Section<'days'>> {
  const { current, previous } = periods;
  const metrics = accountMetrics.map(async (metric) => {
    const [perAccount, previousPerAccount] = await Promise.all([
      listDaysByAccount(deps, scope, metric, current),
      previous && listDaysByAccount(deps, scope, metric, previous),
    ]);
    return { metric, days: { perAccount, previousPerAccount } };
  });
  return { kind: 'days', comment: '', metrics: await Promise.all(metrics) };
}

async function loadPosts({ db }: SectionDeps, request: SectionRequest): Promise<Section<'posts'>> {
  const posts = await loadTopPosts(db, request, maxTopPosts);
  return { kind: 'posts', comment: '', posts, ...(request.label && { label: request.label.name }) };
}
