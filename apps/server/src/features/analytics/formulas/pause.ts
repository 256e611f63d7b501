/** How an account posted up to its newest post. */
export interface Posting {
  /** Posts in the span that ends with the newest one. */
  posts: number;
  /** Days in that span. */
  span: number;
}

const minPosts = 8;
/** A pause this improbable at the account's own pace is worth a look. */
const rare = 0.01;

/**
 * Returns true if an account that posts independently of the day, at its own mean pace, would pause for so many days in
 * fewer than one of a hundred cases: `exp(-pace × days)`. Too few posts have no pace.
 */
export function isUnusualPause(days: number, { posts, span }: Posting): boolean {
  return posts >= minPosts && span > 0 && Math.exp((-posts / span) * days) < rare;
}
