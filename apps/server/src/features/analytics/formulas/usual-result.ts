import { minPostsForMedian, type PostFormat } from '@tidemark/contract';
import { median } from './sample.ts';

export interface RatedPost {
  accountId: string;
  format: PostFormat;
  /** Null if Instagram does not report the metric. */
  value: number | null;
}

export interface UsualResult {
  median: number;
  posts: number;
  /** False if the format has too few posts, so that all formats count. */
  isOfFormat: boolean;
}

export interface UsualResults {
  /** Returns the usual result for the post's account and format. */
  findForFormat: (post: RatedPost) => UsualResult | null;
  /** Returns the usual result for the post's account. */
  findForAccount: (post: RatedPost) => UsualResult | null;
}

/** Returns what is usual for each account and format; null where there are too few posts. */
export function toUsualResults(posts: readonly RatedPost[]): UsualResults {
  const byAccount = new Map(
    [...Map.groupBy(posts, ({ accountId }) => accountId)].map(([accountId, own]) => {
      const byFormat = Map.groupBy(own, ({ format }) => format);
      const formats = new Map([...byFormat].map(([format, some]) => [format, toUsual(some, true)]));
      return [accountId, { all: toUsual(own, false), formats }];
    }),
  );
  const findForAccount = ({ accountId }: RatedPost) => byAccount.get(accountId)?.all ?? null;
  return {
    findForFormat: (post) => byAccount.get(post.accountId)?.formats.get(post.format) ?? findForAccount(post),
    findForAccount,
  };
}

function toUsual(posts: readonly RatedPost[], isOfFormat: boolean): UsualResult | null {
  const values = posts.flatMap(({ value }) => value ?? []);
  return values.length < minPostsForMedian ? null : { median: median(values), posts: values.length, isOfFormat };
}

/** Returns the ratio to the usual result; null if either is missing, or the usual result is 0. */
export function toTimesUsual({ value }: RatedPost, usual: UsualResult | null): number | null {
  return value === null || usual === null || usual.median === 0 ? null : value / usual.median;
}
