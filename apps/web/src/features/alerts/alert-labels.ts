import type { AccountAlertKind, AlertKind } from '@tidemark/contract';

export const kindLabels: Record<AlertKind, string> = {
  unusual_day: 'Unusual days',
  post_above_peers: 'Standout posts',
  follower_milestone: 'Milestones',
  follower_fall: 'Falls of followers',
  sync_behind: 'Sync behind',
  login_ending: 'Login ending',
};

export const kindNotes: Record<AccountAlertKind, string> = {
  unusual_day: 'far more or far fewer views, people reached or interactions than on other such weekdays',
  post_above_peers: 'above the 95th percentile of your posts at its age, and well above what is usual',
  follower_milestone: '100, 200, 500, 1,000 and so on',
  follower_fall: 'a larger loss within a week than is usual',
  sync_behind: 'no successful sync for a day',
};
