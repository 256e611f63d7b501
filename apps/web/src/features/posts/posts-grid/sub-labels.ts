export const postsSub = 'Lifetime totals for each post';
