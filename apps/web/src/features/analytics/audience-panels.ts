/** What stands below the first screen, in one file that is loaded after it. */
export { ActivityCard } from './audience-activity/activity-card.tsx';
export { DemographicsCard } from './demographics/demographics-card.tsx';
export { HighlightsCard } from './highlights/highlights-card.tsx';
