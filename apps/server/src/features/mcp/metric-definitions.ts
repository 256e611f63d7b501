import { cardMetrics, type CardMetric, type ApproximationReason } from '@tidemark/contract';

export interface MetricDefinition {
  unit: string;
  definition: string;
  method: string;
}

/** Each metric's meaning and computation, in words for a reader who does not see the screen. */
export const metricDefinitions: Record<CardMetric, MetricDefinition> = {
  followers: {
    unit: 'followers',
    definition: 'Followers at the end of the period.',
    method: 'Followers on the last day of the period, added up over the accounts.',
  },
  'follower-growth-rate': {
    unit: 'percent',
    definition: 'Growth of the follower count.',
    method: '(followers at the end − followers before the period) / followers before the period × 100.',
  },
  views: {
    unit: 'views',
    definition: 'How often content was played or displayed.',
    method: 'Sum of Instagram’s daily views.',
  },
  reach: {
    unit: 'people',
    definition: 'Unique accounts that saw content at least once.',
    method: 'Unique people of the whole period where Instagram counts them, else an estimate with bounds.',
  },
  total_interactions: {
    unit: 'interactions',
    definition: 'Likes, comments, saves, shares, replies and other interactions, minus those taken back.',
    method: 'Sum of Instagram’s daily interactions.',
  },
  'engagement-rate': {
    unit: 'percent',
    definition: 'Interactions per hundred accounts reached.',
    method: 'Interactions of the period / reach of the period × 100; a ratio of sums.',
  },
  'conversion-rate': {
    unit: 'percent',
    definition: 'New followers per hundred non-followers reached.',
    method: 'New followers of the period / non-follower reach of the period × 100.',
  },
  'engaged-audience': {
    unit: 'percent',
    definition: 'Accounts that interacted, per hundred followers. It can exceed 100.',
    method: 'Accounts engaged in the period / followers at its end × 100.',
  },
  'virality-score': {
    unit: 'points from 0 to 100',
    definition: 'How far content travels beyond the first view.',
    method: '40 % share rate, 30 % save rate, 20 % comment rate, 10 % conversion; full marks at 2, 3, 1 and 5 %.',
  },
};

export const metricNames = [...cardMetrics];

export const reasonTexts: Record<ApproximationReason, string> = {
  summed_people: 'Daily counts were added up: someone who came on two days counts twice.',
  summed_accounts: 'Accounts or posts were added up: someone who saw two of them counts twice.',
  day_not_closed: 'A day of the period was still in progress at the last sync.',
  days_missing: 'Some days of the period are not stored.',
  measured_nightly: 'Posts are measured once a night: late activity counts on the next day.',
  before_first_sync: 'Activity from before the first sync counts on the day of publishing.',
  instagram_hides_part: 'Instagram omits some data, for example for small audiences.',
  revised_by_instagram: 'Instagram lowered earlier totals, so past days were reduced in proportion.',
  outdated_window: 'Some days were synced by an old version and may include part of the next day.',
  between_measurements: 'Posts are measured at a few ages: values in between are estimated.',
  different_ages: 'Lifetime totals of posts of different ages are compared.',
};
