import type { AlertKind, ChosenAlertKind } from '@tidemark/contract';

export const kindLabels: Record<AlertKind, string> = {
  unusual_day: 'Unusual days',
  post_above_peers: 'Standout posts',
  follower_milestone: 'Milestones',
  follower_fall: 'Follower losses',
  sync_behind: 'Late syncs',
  login_ending: 'Login expiring soon',
  access_changed: 'Your account',
};

export const kindNotes: Record<ChosenAlertKind, string> = {
  unusual_day: 'Far more or fewer views, people reached or interactions than usual for that weekday',
  post_above_peers: 'Above the 95th percentile of your posts at the same age, and well above what’s typical',
  follower_milestone: '100, 200, 500, 1,000 and so on',
  follower_fall: 'A larger loss than usual within a week',
  sync_behind: 'No successful sync for a day',
  login_ending: '14, 7 and 1 days before your Meta Business login expires',
};
