/** Where the latest posts by score are on the page. */
export const rankingId = 'ranking';
