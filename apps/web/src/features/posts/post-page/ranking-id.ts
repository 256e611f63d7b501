/** Anchor for the ranking on the page. */
export const rankingId = 'ranking';
