import { lazyGuide } from '#web/ui/lazy-guide.tsx';

const guides = () => import('./guides.ts');

export const ActivityGuide = lazyGuide(async () => (await guides()).ActivityGuide);
export const BreakdownGuide = lazyGuide(async () => (await guides()).BreakdownGuide);
export const DemographicsGuide = lazyGuide(async () => (await guides()).DemographicsGuide);
export const HighlightsGuide = lazyGuide(async () => (await guides()).HighlightsGuide);
export const MetricGuide = lazyGuide(async () => (await guides()).MetricGuide);
export const PostsGuide = lazyGuide(async () => (await guides()).PostsGuide);
