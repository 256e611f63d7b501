import type { AccountId } from '@tidemark/contract';
import type { Period } from '../formulas/period.ts';

interface Linked extends Partial<Period> {
  /** A metric, an audience, or a metric of posts such as `posts-views`. */
  name: string;
  /** Absent for a post. */
  accountIds?: readonly AccountId[];
  post?: { accountId: AccountId; mediaId: string };
}

/** Returns the address that opens where a number comes from. */
export function toEvidenceLink(appUrl: string, { name, from, to, accountIds, post }: Linked): string {
  const url = new URL(post ? `/account/${post.accountId}/post/${post.mediaId}` : '/', appUrl);
  url.search = new URLSearchParams({
    evidence: name,
    ...(from && to && { from, to }),
    ...(accountIds && { accounts: accountIds.join(',') }),
  })
    .toString()
    .replaceAll('%2C', ',');
  return url.href;
}
