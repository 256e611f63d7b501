import type { AccountId, Evidence } from '@tidemark/contract';
import type { AccountScope } from '../../accounts/index.ts';
import { toMediaKey } from '../formulas/media-key.ts';
import { listPosts, type PostRow } from '../post-page/queries.ts';
import { readAnswersAt } from './answer-source.ts';
import type { EvidenceDeps } from './find-calls.ts';
import { findPostCalls, type FoundValue, listInstants } from './load-post-evidence.ts';

/** Finds the answers with posts' lifetime totals. */
export async function findPostsCalls(
  { db, clock, answers: source }: EvidenceDeps,
  scope: AccountScope,
  listed: readonly { account_id: AccountId; media_id: string }[],
  toValues: (post: PostRow) => FoundValue[],
): Promise<Pick<Evidence, 'calls' | 'missing'>> {
  const now = clock();
  const posts = await listPosts(
    db,
    scope,
    listed.map(({ media_id }) => media_id),
  );
  const byKey = new Map(posts.map((post) => [toMediaKey(post), post]));
  const calls: Evidence['calls'] = [];
  const missing = new Map<string, Evidence['missing'][number]>();
  const byAccount = Map.groupBy(
    listed.flatMap((row) => byKey.get(toMediaKey(row)) ?? []),
    (post) => post.account_id,
  );
  for (const [accountId, own] of byAccount) {
    const byInstant = await readAnswersAt(source, accountId, { instants: own.flatMap(listInstants), now });
    for (const row of own) {
      const found = findPostCalls({ row, byInstant, now, days: source.days }, toValues(row));
      calls.push(...found.calls);
      for (const { reason, values } of found.missing) {
        const known = missing.get(accountId + reason) ?? { accountId, reason, values: 0 };
        missing.set(accountId + reason, { ...known, values: known.values + values });
      }
    }
  }
  return { calls, missing: [...missing.values()] };
}
