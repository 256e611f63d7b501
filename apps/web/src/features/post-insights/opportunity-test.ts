import type { LabelMetric, LabelRule, Opportunity } from '@tidemark/contract';
import { weekdayNames } from '@tidemark/presentation';

/** Returns how to test a recommendation: with posts that meet a rule, or with posts labelled by hand. */
export function toTest(opportunity: Opportunity): { metric: LabelMetric; rule: LabelRule | null } {
  switch (opportunity.kind) {
    case 'reels_share': {
      const { reels, posts, difference } = opportunity;
      if (reels > 0 && reels === posts) return { metric: 'reach', rule: { formats: ['carousel', 'static'] } };
      // The data does not contain a different opening or length.
      if (difference && difference.percent <= 0) return { metric: 'reach', rule: null };
      return { metric: 'reach', rule: { formats: ['reel'] } };
    }
    case 'best_day':
      return { metric: 'total_interactions', rule: { weekdays: [weekdayNames.indexOf(opportunity.weekday)] } };
    case 'story_interactions':
      return { metric: 'total_interactions', rule: null };
  }
}
