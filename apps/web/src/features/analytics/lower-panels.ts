/** The panels below the fold, in one chunk that loads later. */
export { ActivityCard } from './audience-activity/activity-card.tsx';
export { DemographicsCard } from './demographics/demographics-card.tsx';
export { HighlightsCard } from './highlights/highlights-card.tsx';
export { PostsGrid } from './posts/posts-grid.tsx';
export { NoAccounts } from './no-accounts.tsx';
