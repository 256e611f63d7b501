import type { LabelMetric, LabelRule, Opportunity } from '@tidemark/contract';
import { weekdayNames } from '@tidemark/figures';

/** How a recommendation is tested: by posts that meet a rule, or by posts that are labelled by hand. */
export function toTest(opportunity: Opportunity): { metric: LabelMetric; rule: LabelRule | null } {
  switch (opportunity.kind) {
    case 'reels_share': {
      const { reels, posts, difference } = opportunity;
      if (reels > 0 && reels === posts) return { metric: 'reach', rule: { formats: ['carousel', 'static'] } };
      // Another opening or length is not in the data.
      if (difference && difference.percent <= 0) return { metric: 'reach', rule: null };
      return { metric: 'reach', rule: { formats: ['reel'] } };
    }
    case 'best_day':
      return { metric: 'total_interactions', rule: { weekdays: [weekdayNames.indexOf(opportunity.weekday)] } };
    case 'story_interactions':
      return { metric: 'total_interactions', rule: null };
  }
}
