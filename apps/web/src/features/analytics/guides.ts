/** All cards' guides, in one chunk that loads when the first guide is opened. */
export { ActivityGuide } from './audience-activity/activity-guide.tsx';
export { BreakdownGuide } from './breakdowns/breakdown-guide.tsx';
export { DemographicsGuide } from './demographics/demographics-guide.tsx';
export { HighlightsGuide } from './highlights/highlights-guide.tsx';
export { MetricGuide } from './metric-cards/metric-guide.tsx';
export { PostsGuide } from './posts/posts-guide.tsx';
