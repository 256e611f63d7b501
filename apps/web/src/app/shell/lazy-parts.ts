import { lazy } from 'react';

/** Of the operator area and the roadmap, so that other pages do not load them. */
export const SystemSwitcher = lazy(async () => ({ default: (await import('./system-switcher.tsx')).SystemSwitcher }));
export const RoadmapActions = lazy(async () => ({ default: (await import('./roadmap-actions.tsx')).RoadmapActions }));
