import { addDays, type ReportPost, type ReportSection } from '@tidemark/contract';
import { headlineMetrics } from '@tidemark/contract/unusual-changes';
import { hasCard, hasNothingStored } from '@tidemark/presentation';
import { listPublished } from '../highlights/queries.ts';
import { loadCard } from '../metric-cards/load-card.ts';
import { loadUsualChanges } from '../usual-changes/load-usual-changes.ts';
import { loadTopPosts } from './load-top-posts.ts';
import type { SectionDeps, SectionRequest } from './load-published.ts';

type Section = Extract<ReportSection, { kind: 'summary' }>;

/** Loads what the Overview's headline is written from, and the best post. */
export async function loadSummarySection(deps: SectionDeps, request: SectionRequest): Promise<Section> {
  const { scope, periods, zone, metrics } = request;
  const { current, previous } = periods;
  const isAdjacent = previous !== null && addDays(previous.to, 1) === current.from;
  const [cards, usual, published, [best]] = await Promise.all([
    Promise.all(
      headlineMetrics
        .filter((metric) => hasCard(metrics, metric))
        .map(async (metric) => ({ metric, card: await loadCard(deps, scope, metric, periods) })),
    ),
    isAdjacent ? loadUsualChanges(deps.db, scope, current) : null,
    listPublished(deps.db, scope, { period: current, zone }),
    loadTopPosts(deps.db, request, 1),
  ]);
  const posts = published.filter(({ product_type }) => product_type !== 'STORY').length;
  const [lead] = cards;
  return {
    kind: 'summary',
    comment: '',
    // A metric without a stored day has no value.
    cards: cards
      .filter((one) => one === lead || !hasNothingStored(one.card))
      .map(({ metric, card: { series: _, ...card } }) => ({ metric, card })),
    usual,
    isEmpty: posts === 0 && lead !== undefined && hasNothingStored(lead.card),
    posts,
    best: best && (best.views ?? best.interactions) ? toBest(best) : null,
  };
}

function toBest({ format, caption, publishedAt, views, interactions, timesUsual }: ReportPost) {
  return { format, caption, publishedAt, views, interactions, timesUsual };
}
