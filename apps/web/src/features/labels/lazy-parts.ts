import { lazyComponent } from '#web/ui/lazy-part.tsx';

export const loadLabelFilter = async () => (await import('./label-filter.tsx')).LabelFilter;
export const LabelFilter = lazyComponent(loadLabelFilter);
export const SelectedPostsBar = lazyComponent(async () => (await import('./selected-posts-bar.tsx')).SelectedPostsBar);
