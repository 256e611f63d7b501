export const highlightsSub = 'Published or active; numbers cover this range only. Select items to see their totals';
export const closedHighlightsSub = 'Compare posts of this range';
