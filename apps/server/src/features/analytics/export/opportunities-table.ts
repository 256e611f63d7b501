import type { Opportunity } from '@tidemark/contract';
import type { Column, Value } from '../../../platform/files/table.ts';
import { loadOpportunities, type Opportunities } from '../post-insights/load-opportunities.ts';
import type { ExportDeps, ExportRequest } from './export-request.ts';
import { shareAmongTables } from './shared-tables.ts';

type Row = Record<string, Value>;

/** Tabulates the evidence for each recommendation. */
export function opportunityTable(deps: ExportDeps, { scope, periods, zone, mediaIds: ids }: ExportRequest) {
  const { load, toTable } = shareAmongTables(() =>
    deps.load((db) => loadOpportunities(db, scope, { to: periods.current.to, ids, zone })),
  );
  return {
    /** Throws if a selected post is not stored. */
    check: load,
    table: () => toTable({ name: 'insight-opportunities', title: 'Opportunities to test', columns }, toRows),
  };
}

const columns: readonly Column[] = [
  { name: 'opportunity' },
  { name: 'from', kind: 'day' },
  { name: 'to', kind: 'day' },
  { name: 'evidence' },
  { name: 'unit' },
  { name: 'value' },
  { name: 'interval_95_low' },
  { name: 'interval_95_high' },
];

function* toRows({ from, to, opportunities }: Opportunities): Generator<Row> {
  for (const opportunity of opportunities)
    for (const evidence of listEvidence(opportunity)) yield { opportunity: opportunity.kind, from, to, ...evidence };
}

const toInterval = ({ low, high }: { low: number; high: number }): Row => ({
  interval_95_low: low,
  interval_95_high: high,
});

function listEvidence(opportunity: Opportunity): Row[] {
  switch (opportunity.kind) {
    case 'reels_share': {
      const { posts, reels, reachShare, postShare, difference } = opportunity;
      return [
        { evidence: 'posts', unit: 'posts', value: posts },
        { evidence: 'reels', unit: 'posts', value: reels },
        { evidence: 'reels_of_reach', unit: 'percent', value: reachShare * 100 },
        { evidence: 'reels_of_posts', unit: 'percent', value: postShare * 100 },
        ...(difference
          ? [{ evidence: 'reach_of_reels', unit: 'percent', value: difference.percent, ...toInterval(difference) }]
          : []),
      ];
    }
    case 'best_day': {
      const { posts, weekday, postsThatDay, interactionsThatDay, interactionsOtherDays, difference } = opportunity;
      return [
        { evidence: 'weekday', value: weekday },
        { evidence: 'posts', unit: 'posts', value: posts },
        { evidence: 'posts_that_day', unit: 'posts', value: postsThatDay },
        { evidence: 'interactions_that_day', unit: 'interactions', value: interactionsThatDay },
        { evidence: 'interactions_other_days', unit: 'interactions', value: interactionsOtherDays },
        { evidence: 'interactions', unit: 'percent', value: difference.percent, ...toInterval(difference) },
      ];
    }
    case 'story_interactions': {
      const { stories, interactions, reach, interactionShare, mediaShare, perStory } = opportunity;
      return [
        { evidence: 'stories', unit: 'stories', value: stories },
        { evidence: 'interactions', unit: 'interactions', value: interactions },
        { evidence: 'reach', unit: 'people', value: reach },
        { evidence: 'stories_of_interactions', unit: 'percent', value: interactionShare * 100 },
        { evidence: 'stories_of_media', unit: 'percent', value: mediaShare * 100 },
        { evidence: 'interactions_per_story', unit: 'interactions', value: perStory.mean, ...toInterval(perStory) },
      ];
    }
  }
}
