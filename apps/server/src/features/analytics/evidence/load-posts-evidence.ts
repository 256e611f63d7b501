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
import type { NetworkAnswers } from '../../../metrics/network-answers.ts';
import { percent, plural, wholeNumber } from '@tidemark/presentation';
import type { AccountScope } from '../../accounts/index.ts';
import { sumCounts } from '../formulas/known-counts.ts';
import type { MeasuredRow } from '../formulas/media-aggregate.ts';
import { engagementRate } from '../formulas/rates.ts';
import { actionColumns, moveColumns } from '../formulas/reported-actions.ts';
import { filterLasting, listExcluded, loadMeasured, type MeasuredRequest } from '../post-insights/load-measured.ts';
import type { PostRow } from '../post-page/queries.ts';
import { actionDefinition, listPostDefinitions, toPublishedDefinition } from './definitions.ts';
import type { EvidenceDeps } from './find-calls.ts';
import { findPostsCalls } from './find-posts-calls.ts';
import { findOnlyNetwork, type Explanation, type Networks } from './load-networks.ts';
import { type FoundValue, toValues } from './load-post-evidence.ts';
import { findAt, listFinders, toActionPlace, toPostPlace } from './post-places.ts';

const isAction = (metric: PostsMetric): metric is ProfileAction => profileActions.some((one) => one === metric);
const isMove = (metric: PostsMetric): metric is StoryMove => storyMoves.some((one) => one === metric);

/** Loads where a number of several posts comes from: its posts, and the answers with their lifetime totals. */
export async function loadPostsEvidence(
  deps: EvidenceDeps,
  scope: AccountScope,
  metric: PostsMetric,
  { networks, ...request }: MeasuredRequest & { networks: Networks },
): Promise<Explanation> {
  const { db } = deps;
  const network = findOnlyNetwork(networks, scope);
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
    formula: writeFormula(metric, { value, rows, counted, network }),
    definitions: listDefinitions(metric, network),
    ...(metric === 'published'
      ? { calls: [], missing: [] }
      : await findPostsCalls(
          deps,
          scope,
          listed.map(({ row }) => row),
          (post) => toFound(metric, post, networks),
        )),
    omitted: 0,
    answerDays: deps.answers.days,
    posts: toListedPosts(rows),
  };
}

/** Returns the largest posts, and how many more there are. */
export function toListedPosts(rows: readonly Counted[]): NonNullable<Evidence['posts']> {
  const listed = rows.slice(0, maxEvidencePosts);
  return {
    listed: listed.map(({ row, value }) => ({
      accountId: row.account_id,
      mediaId: row.media_id,
      caption: cutText(row.caption, { maxCharacters: 100 }),
      value,
    })),
    omitted: rows.length - listed.length,
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

interface Written {
  value: number | null;
  rows: readonly Counted[];
  counted: readonly MeasuredRow[];
  /** Undefined for Instagram, and for several networks. */
  network: NetworkAnswers | undefined;
}

function writeFormula(metric: PostsMetric, { value, rows, counted, network }: Written): string {
  const name = network?.name ?? 'Instagram';
  const posts = `${wholeNumber(rows.length)} ${isMove(metric) ? plural(rows.length, 'story', 'stories') : plural(rows.length, 'post')}`;
  if (value === null) return `${name} does not report this metric for these posts.`;
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
      : network
        ? `each post’s number is what its lifetime total gained in the range: before its first sync by the times that ${name} gives, then from sync to sync`
        : "each post's number is what its lifetime total gained in the range, from sync to sync";
  return `${sum} = ${wholeNumber(value)}: ${meaning}`;
}

function listDefinitions(metric: PostsMetric, network: NetworkAnswers | undefined): Evidence['definitions'] {
  if (metric === 'published') return [toPublishedDefinition(network)];
  if (isMove(metric)) return listPostDefinitions(moveColumns[metric]);
  if (metric === 'profile_visits') return listPostDefinitions(metric);
  return isAction(metric) ? [actionDefinition] : listPostDefinitions(metric, network);
}

/** Returns a post's lifetime totals, and how to find them. */
function toFound(metric: Exclude<PostsMetric, 'published'>, row: PostRow, networks: Networks): FoundValue[] {
  if (isMove(metric)) {
    const column = moveColumns[metric];
    return [{ value: row[column], find: findAt(toPostPlace(column)) }];
  }
  if (isAction(metric)) {
    const place = toActionPlace(metric);
    return place ? [{ value: row[actionColumns[metric]], find: findAt(place) }] : [];
  }
  const values = toValues(row);
  return listFinders(metric, networks.get(row.account_id)).map(({ part, find }) => ({ value: values[part], find }));
}
