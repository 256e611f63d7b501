import { lazy } from 'react';

const guides = () => import('./guides.ts');

export const ActivityGuide = lazy(async () => ({ default: (await guides()).ActivityGuide }));
export const BreakdownGuide = lazy(async () => ({ default: (await guides()).BreakdownGuide }));
export const DemographicsGuide = lazy(async () => ({ default: (await guides()).DemographicsGuide }));
export const HighlightsGuide = lazy(async () => ({ default: (await guides()).HighlightsGuide }));
export const MetricGuide = lazy(async () => ({ default: (await guides()).MetricGuide }));
export const PostsGuide = lazy(async () => ({ default: (await guides()).PostsGuide }));
