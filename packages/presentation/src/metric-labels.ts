import type { OverviewMetric } from '@tidemark/contract';
import { compactNumber, percent, totalNumber } from './format.ts';

interface MetricLabels {
  title: string;
  /** Name for use in a sentence. */
  word: string;
  format: (value: number) => string;
}

export const metricLabels: Record<OverviewMetric, MetricLabels> = {
  followers: { title: 'Followers', word: 'follower count', format: compactNumber },
  views: { title: 'Views', word: 'views', format: compactNumber },
  reach: { title: 'Reach', word: 'reach', format: compactNumber },
  total_interactions: { title: 'Interactions', word: 'interactions', format: compactNumber },
  'engagement-rate': { title: 'Engagement Rate', word: 'engagement rate', format: percent },
  'conversion-rate': { title: 'Conversion Rate', word: 'conversion rate', format: percent },
  'virality-score': {
    title: 'Virality Score',
    word: 'virality score',
    format: (value) => percent(value).replace('%', ''),
  },
  'engaged-audience': { title: 'Engaged Audience', word: 'engaged audience', format: percent },
  'post-activity': { title: 'Post Activity', word: 'post activity', format: totalNumber },
};
