import {
  type AccountMetric,
  accountMetrics,
  maxTopPosts,
  overviewMetrics,
  type ReportSection,
  type ReportSectionKind,
} from '@tidemark/contract';
import { donutDimension, hasCard } from '@tidemark/presentation';
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
    breakdowns: async (deps, request) => ({
      kind: 'breakdowns',
      comment: '',
      metrics: await Promise.all(
        accountMetrics
          .filter((metric) => hasCard(request.metrics, metric))
          .map(async (metric) => ({
            metric,
            breakdown: await loadParts(deps, request, metric),
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

/** Loads a metric's parts; only its kinds for networks that do not say where their content was seen. */
async function loadParts(deps: SectionDeps, { scope, periods, metrics }: SectionRequest, metric: AccountMetric) {
  const breakdown = await loadBreakdown(deps, scope, metric, periods.current);
  if (!metrics) return breakdown;
  const kinds = breakdown.breakdowns.filter(({ dimensionKeys }) => dimensionKeys.join() === donutDimension(metric));
  return { ...breakdown, breakdowns: kinds };
}

async function loadMetrics(deps: SectionDeps, request: SectionRequest): Promise<Section<'metrics'>> {
  const { scope, periods, metrics } = request;
  const cards = await Promise.all(
    cardMetrics
      .filter((metric) => hasCard(metrics, metric))
      .map(async (metric) => ({ metric, card: await loadCard(deps, scope, metric, periods) })),
  );
  return { kind: 'metrics', comment: '', cards, published: await loadPublished(deps, request) };
}

async function loadDays(
  deps: SectionDeps,
  { scope, periods, metrics: existing }: SectionRequest,
): Promise<Section<'days'>> {
  const { current, previous } = periods;
  const metrics = accountMetrics
    .filter((metric) => hasCard(existing, metric))
    .map(async (metric) => {
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
