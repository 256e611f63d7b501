export { nextColor } from './label-colors.ts';
export { type LabelledPost, labelsQuery, refetchLabels } from './labels.query.ts';
export { LabelFilter, SelectedPostsBar } from './lazy-parts.ts';
export { PostLabelsButton } from './post-labels-button.tsx';
export { PostLabelsLine } from './post-labels-line.tsx';
export { prefetchPostLabels } from './prefetch-post-labels.ts';
export { toLabelled } from './to-labelled.ts';
export { useLabelFilter } from './use-label-filter.ts';
export { type PostLabels, usePostLabels } from './use-post-labels.ts';
