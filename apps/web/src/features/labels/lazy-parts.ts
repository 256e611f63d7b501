import { lazyComponent } from '#web/ui/lazy-part.tsx';

export const LabelFilter = lazyComponent(async () => (await import('./label-filter.tsx')).LabelFilter);
export const SelectedPostsBar = lazyComponent(async () => (await import('./selected-posts-bar.tsx')).SelectedPostsBar);
