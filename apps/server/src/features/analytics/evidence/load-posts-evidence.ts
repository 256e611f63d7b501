import {
  cutText,
  type Evidence,
  maxEvidencePosts,
  type PostsMetric,
  type ProfileAction,
  profileActions,
  type StoryMove,
  storyMoves,
} from '@tidemark/contract';
import { percent, plural, wholeNumber } from '@tidemark/presentation';
import type { AccountScope } from '../../accounts/index.ts';
import { sumCounts } from '../formulas/known-counts.ts';
import type { MeasuredRow } from '../formulas/media-aggregate.ts';
import { toMediaKey } from '../formulas/media-key.ts';
import { engagementRate } from '../formulas/rates.ts';
import { actionColumns, moveColumns } from '../formulas/reported-actions.ts';
import { filterLasting, listExcluded, loadMeasured, type MeasuredRequest } from '../post-insights/load-measured.ts';
import { listPosts, type PostRow } from '../post-page/queries.ts';
import { readAnswersAt } from './answer-source.ts';
import { actionDefinition, listPostDefinitions, publishedDefinition } from './definitions.ts';
import type { EvidenceDeps } from './find-calls.ts';
import type { PostPlace } from './find-used.ts';
import { findPostCalls, listInstants, toValues } from './load-post-evidence.ts';
import { toActionPlace, toPostParts, toPostPlace } from './post-places.ts';

const isAction = (metric: PostsMetric): metric is ProfileAction => profileActions.some((one) => one === metric);
const isMove = (metric: PostsMetric): metric is StoryMove => storyMoves.some((one) => one === metric);
type RangeMetric = Exclude<PostsMetric, ProfileAction | StoryMove | 'published'>;

/** Loads where a number of several posts comes from: its posts, and the answers with their lifetime totals. */
export async function loadPostsEvidence(
  deps: EvidenceDeps,
  scope: AccountScope,
  metric: PostsMetric,
  request: MeasuredRequest,
): Promise<Evidence> {
  const { db } = deps;
  const all = await loadMeasured(deps, scope, { ...request, excluded: await listExcluded(db, scope, request) });
  const isLasting = isAction(metric) || isMove(metric) || metric === 'published';
  const counted = (isLasting ? filterLasting(all, request) : all).filter(
    ({ product_type }) =>
      (metric !== 'published' || product_type !== 'STORY') && (!isMove(metric) || product_type === 'STORY'),
  );
  const rows = counted
    .map((row) => ({ row, value: toPostValue(row, metric) }))
    .filter(({ value }) => value !== null)
    .toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0));
  const listed = rows.slice(0, maxEvidencePosts);
  const value = sumUp(metric, counted, rows);
  return {
    value,
    isApprox: false,
    approx: null,
    formula: writeFormula(metric, { value, rows, counted }),
    definitions: listDefinitions(metric),
    ...(metric === 'published' ? { calls: [], missing: [] } : await findCalls(deps, scope, metric, listed)),
    omitted: 0,
    answerDays: deps.answers.days,
    posts: {
      listed: listed.map(({ row, value: own }) => ({
        accountId: row.account_id,
        mediaId: row.media_id,
        caption: cutText(row.caption, { maxCharacters: 100 }),
        value: own,
      })),
      omitted: rows.length - listed.length,
    },
  };
}

interface Counted {
  row: MeasuredRow;
  value: number | null;
}

function toPostValue(row: MeasuredRow, metric: PostsMetric): number | null {
  if (metric === 'published') return 1;
  if (isAction(metric)) return row[actionColumns[metric]];
  if (isMove(metric)) return row[moveColumns[metric]];
  if (metric === 'total_interactions') return row.interactions;
  if (metric !== 'engagement_rate') return row[metric];
  const { interactions, reach } = row;
  return interactions === null || !reach ? null : engagementRate({ interactions, reach });
}

function sumUp(metric: PostsMetric, counted: readonly MeasuredRow[], rows: readonly Counted[]): number | null {
  if (metric === 'engagement_rate') {
    const { interactions, reach } = sumCounts(counted);
    return engagementRate({ interactions: interactions ?? 0, reach: reach ?? 0 });
  }
  if (rows.length === 0) return counted.length === 0 ? 0 : null;
  return rows.reduce((sum, { value }) => sum + (value ?? 0), 0);
}

/** Posts that are named in the formula. */
const maxTerms = 12;

function writeFormula(
  metric: PostsMetric,
  { value, rows, counted }: { value: number | null; rows: readonly Counted[]; counted: readonly MeasuredRow[] },
): string {
  const posts = `${wholeNumber(rows.length)} ${isMove(metric) ? plural(rows.length, 'story', 'stories') : plural(rows.length, 'post')}`;
  if (value === null) return 'Instagram does not report this metric for these posts.';
  if (metric === 'published') return `Posts published = ${wholeNumber(value)}, counted by Tidemark`;
  if (metric === 'engagement_rate') {
    const { interactions, reach } = sumCounts(counted);
    return `Engagement rate = interactions ÷ reach × 100 = ${wholeNumber(interactions ?? 0)} ÷ ${wholeNumber(reach ?? 0)} × 100 = ${percent(value)}, over ${posts}`;
  }
  const terms = rows.map((one) => wholeNumber(one.value ?? 0));
  const sum = terms.length > maxTerms ? `The sum of ${posts}` : terms.join(' + ') || '0';
  const meaning =
    isAction(metric) || isMove(metric)
      ? 'lifetime totals of these posts'
      : "each post's number is what its lifetime total gained in the range, from sync to sync";
  return `${sum} = ${wholeNumber(value)}: ${meaning}`;
}

function listDefinitions(metric: PostsMetric): Evidence['definitions'] {
  if (metric === 'published') return [publishedDefinition];
  if (isMove(metric)) return listPostDefinitions(moveColumns[metric]);
  if (metric === 'profile_visits') return listPostDefinitions(metric);
  return isAction(metric) ? [actionDefinition] : listPostDefinitions(metric);
}

/** Finds the answers with the posts' lifetime totals. */
async function findCalls(
  { db, clock, answers: source }: EvidenceDeps,
  scope: AccountScope,
  metric: Exclude<PostsMetric, 'published'>,
  listed: readonly Counted[],
): Promise<Pick<Evidence, 'calls' | 'missing'>> {
  const now = clock();
  const posts = await listPosts(
    db,
    scope,
    listed.map(({ row }) => row.media_id),
  );
  const byKey = new Map(posts.map((post) => [toMediaKey(post), post]));
  const calls: Evidence['calls'] = [];
  const missing = new Map<string, Evidence['missing'][number]>();
  const byAccount = Map.groupBy(
    listed.flatMap(({ row }) => byKey.get(toMediaKey(row)) ?? []),
    (post) => post.account_id,
  );
  for (const [accountId, own] of byAccount) {
    const byInstant = await readAnswersAt(source, accountId, { instants: own.flatMap(listInstants), now });
    for (const row of own) {
      const found = findPostCalls({ row, byInstant, now, days: source.days }, toParts(metric, row));
      calls.push(...found.calls);
      for (const { reason, values } of found.missing) {
        const known = missing.get(accountId + reason) ?? { accountId, reason, values: 0 };
        missing.set(accountId + reason, { ...known, values: known.values + values });
      }
    }
  }
  return { calls, missing: [...missing.values()] };
}

function toParts(
  metric: RangeMetric | ProfileAction | StoryMove,
  row: PostRow,
): (PostPlace & { value: number | null })[] {
  if (isMove(metric)) {
    const column = moveColumns[metric];
    return [{ value: row[column], ...toPostPlace(column) }];
  }
  if (isAction(metric)) {
    const place = toActionPlace(metric);
    return place ? [{ value: row[actionColumns[metric]], ...place }] : [];
  }
  const values = toValues(row);
  return toPostParts(metric).map((part) => ({ value: values[part], ...toPostPlace(part) }));
}
