import { lazyComponent, lazyPart } from '#web/ui/lazy-part.tsx';

/** Operator area and roadmap parts, so that other pages do not load them. */
export const SystemSwitcher = lazyComponent(async () => (await import('./system-switcher.tsx')).SystemSwitcher);
export const RoadmapActions = lazyComponent(async () => (await import('./roadmap-actions.tsx')).RoadmapActions);
/** Loads beside the first figures; at the start of its row, where it moves nothing else. */
export const AlertBell = lazyPart(async () => (await import('#web/features/alerts/alert-bell.tsx')).AlertBell);
/** Parts that open: every page loads them after its first screen, with the live connection. */
export const PickerSheet = lazyPart(async () => (await import('./picker-sheet.tsx')).PickerSheet);
export const ViewerItems = lazyPart(async () => (await import('./viewer-items.tsx')).ViewerItems);
