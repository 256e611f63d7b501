/** The panels below the fold, in one chunk that loads later. */
export { ActivityCard, DemographicsCard } from '#web/features/audience/index.ts';
export { prefetchPostLabels } from '#web/features/labels/index.ts';
export { PostsGrid } from '#web/features/posts/index.ts';
export { HighlightsCard } from './highlights/highlights-card.tsx';
export { NoAccounts } from './no-accounts.tsx';

/** Loads the Overview of networks that few installations enable; from here, the first screen does not list its files. */
export const loadPartialOverview = async () => (await import('./partial-overview.tsx')).PartialOverview;
