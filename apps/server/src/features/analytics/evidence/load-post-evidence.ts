import type { Evidence, PostMetric } from '@tidemark/contract';
import type { AccountScope } from '../../accounts/index.ts';
import { percent, wholeNumber } from '@tidemark/presentation';
import { toFigures } from '../post-page/load-post.ts';
import { findPost, type PostRow } from '../post-page/queries.ts';
import { type Answer, explainMissing, readAnswersAt, toCall } from './answer-source.ts';
import { listPostDefinitions } from './definitions.ts';
import type { EvidenceDeps } from './find-calls.ts';
import { findPostValue, type PostPlace } from './find-used.ts';
import { loadPostBefore } from './load-post-before.ts';
import { toPostParts, toPostPlace } from './post-places.ts';

/** Loads where a post's metric comes from; null if the post is not stored. */
export async function loadPostEvidence(
  { db, clock, answers: source }: Pick<EvidenceDeps, 'db' | 'clock' | 'answers'>,
  scope: AccountScope,
  { mediaId, metric, asOf }: { mediaId: string; metric: PostMetric; asOf: Date | null },
): Promise<Evidence | null> {
  const row = await findPost(db, scope, mediaId);
  if (!row) return null;
  const now = clock();
  const { account_id: accountId } = row;
  const values = toValues(row);
  const byInstant = await readAnswersAt(source, accountId, { instants: listInstants(row), now });
  const { calls, missing } = findPostCalls(
    { row, byInstant, now, days: source.days },
    toPostParts(metric).map((part) => ({ value: values[part], ...toPostPlace(part) })),
  );
  return {
    value: values[metric],
    isApprox: false,
    approx: null,
    formula: writePostFormula(metric, row, values[metric]),
    definitions: listPostDefinitions(metric),
    calls,
    omitted: 0,
    missing,
    answerDays: source.days,
    ...(asOf && { before: await loadPostBefore({ db, clock, answers: source }, row, { metric, asOf }) }),
  };
}

type PostValues = Record<PostMetric, number | null>;

export function toValues(row: PostRow): PostValues {
  const { taps_forward, taps_back, swipes_forward, exits } = row;
  return { ...toFigures(row), taps_forward, taps_back, swipes_forward, exits };
}

/** Lists the instants of the answers that a post's totals may have come from, newest first. */
export function listInstants(
  row: Pick<PostRow, 'insights_fetched_at' | 'type_metrics_fetched_at' | 'observed_at'>,
): Date[] {
  return [row.insights_fetched_at, row.type_metrics_fetched_at, row.observed_at]
    .filter((instant) => instant !== null)
    .sort((one, other) => other.getTime() - one.getTime());
}

interface PostAnswers {
  row: PostRow;
  byInstant: ReadonlyMap<number, Answer[]>;
  now: Date;
  /** Days for which answers are stored. */
  days: number;
}

/** Finds the calls that returned a post's values. */
export function findPostCalls(
  { row, byInstant, now, days }: PostAnswers,
  values: readonly (PostPlace & { value: number | null })[],
): Pick<Evidence, 'calls' | 'missing'> {
  const { account_id: accountId, media_id: mediaId } = row;
  const instants = listInstants(row);
  const calls: Evidence['calls'] = [];
  const missing = new Map<string, Evidence['missing'][number]>();
  for (const { value, ...where } of values) {
    if (value === null) continue;
    const [found] = instants.flatMap((instant) =>
      (byInstant.get(instant.getTime()) ?? []).flatMap((answer) => {
        const used = findPostValue(answer, mediaId, where);
        return used?.value === value ? [{ instant, answer, used }] : [];
      }),
    );
    if (found) {
      const { body, place } = found.used;
      calls.push(toCall(accountId, found.instant, found.answer, { days: null, body, used: [place] }));
      continue;
    }
    const at = instants[0] ?? now;
    const isEvent = row.product_type === 'STORY' && row.final_at !== null;
    const reason = isEvent ? 'event' : explainMissing(days, { at, now, answers: byInstant.get(at.getTime()) });
    missing.set(reason, { accountId, reason, values: (missing.get(reason)?.values ?? 0) + 1 });
  }
  return { calls, missing: [...missing.values()] };
}

function writePostFormula(metric: PostMetric, { interactions, reach }: PostRow, value: number | null): string {
  const [definition] = listPostDefinitions(metric);
  if (value === null) return 'Instagram does not report this metric for this post.';
  if (metric === 'engagement_rate')
    return `Engagement rate = interactions ÷ reach × 100 = ${wholeNumber(interactions ?? 0)} ÷ ${wholeNumber(reach ?? 0)} × 100 = ${percent(value)}`;
  return `${definition?.name} = ${value.toLocaleString('en-US')}, as Instagram reports it for the post's lifetime`;
}
