import type { AppMetric, DifferenceCause } from '@tidemark/contract';
import type { ChipTone } from '#web/ui/chip.tsx';

export const appMetricLabels: Record<AppMetric, string> = {
  reach: 'Reach',
  views: 'Views',
  newFollowers: 'New followers',
};

interface CauseCopy {
  label: string;
  tone: ChipTone;
  /** Meaning of the cause, and the next step. */
  text: string;
}

export const causeCopy: Record<DifferenceCause, CauseCopy> = {
  matches: { label: 'Agrees', tone: 'good', text: 'Both show the same number. Nothing to do.' },
  one_day_off: {
    label: 'One day off',
    tone: 'bad',
    text: 'The app’s number matches ours one day earlier or later. Send the report to Tidemark’s developers.',
  },
  sum_of_days: {
    label: 'Sum of days',
    tone: 'accent',
    text: 'The app adds up the days, so a person who came on two days counts twice. Compare a single day.',
  },
  advertising: {
    label: 'Ads',
    tone: 'accent',
    text: 'The difference comes from ads, which only one of the two includes. Compare days without ads.',
  },
  within_bounds: {
    label: 'Within bounds',
    tone: 'accent',
    text: 'Tidemark’s number is approximate, and the app’s lies within its bounds. Compare a single day, which is exact.',
  },
  reach_counted_differently: {
    label: 'Counted differently',
    tone: 'warn',
    text: 'Views agree, so the days are right, but the app counts “accounts reached” differently. We don’t know why yet: send the report to Tidemark’s developers.',
  },
  still_revised: {
    label: 'Still revised',
    tone: 'neutral',
    text: 'Instagram still revises today and the last three days. Compare again in a few days.',
  },
  phone_days: {
    label: 'Your phone’s days',
    tone: 'accent',
    text: 'The app seems to use your phone’s days, Tidemark uses Instagram’s. Compare a longer range, where this matters less.',
  },
  no_value: {
    label: 'No number',
    tone: 'neutral',
    text: 'Tidemark has no data for at least one of these days. Compare other days.',
  },
  unknown: {
    label: 'No known cause',
    tone: 'warn',
    text: 'Check the account and the days in the app. If they are right, send the report to Tidemark’s developers.',
  },
};
