import type { Evidence, PostMetric } from '@tidemark/contract';
import type { NetworkAnswers } from '../../../metrics/network-answers.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { percent, wholeNumber } from '@tidemark/presentation';
import { toFigures } from '../post-page/load-post.ts';
import { findPost, type PostRow } from '../post-page/queries.ts';
import { type Answer, explainMissing, readAnswersAt, toCall } from './answer-source.ts';
import { listPostDefinitions } from './definitions.ts';
import type { EvidenceDeps } from './find-calls.ts';
import { loadPostBefore } from './load-post-before.ts';
import type { Explanation } from './load-networks.ts';
import { type FindInAnswer, listFinders } from './post-places.ts';
import { writeFieldsFormula } from './write-fields-formula.ts';

interface PostRequest {
  mediaId: string;
  metric: PostMetric;
  /** Undefined for Instagram. */
  network: NetworkAnswers | undefined;
  asOf: Date | null;
}

/** Loads where a post's metric comes from; null if the post is not stored. */
export async function loadPostEvidence(
  { db, clock, answers: source }: Pick<EvidenceDeps, 'db' | 'clock' | 'answers'>,
  scope: AccountScope,
  { mediaId, metric, network, asOf }: PostRequest,
): Promise<Explanation | null> {
  const row = await findPost(db, scope, mediaId);
  if (!row) return null;
  const now = clock();
  const { account_id: accountId } = row;
  const values = toValues(row);
  const byInstant = await readAnswersAt(source, accountId, { instants: listInstants(row), now });
  const { calls, missing } = findPostCalls(
    { row, byInstant, now, days: source.days },
    listFinders(metric, network).map(({ part, find }) => ({ value: values[part], find })),
  );
  return {
    value: values[metric],
    isApprox: false,
    approx: null,
    formula: network ? writeFieldsFormula(metric, values, network) : writePostFormula(metric, row, values[metric]),
    definitions: listPostDefinitions(metric, network),
    calls,
    omitted: 0,
    missing,
    answerDays: source.days,
    ...(asOf && { before: await loadPostBefore({ db, clock, answers: source }, row, { metric, network, asOf }) }),
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

/** A stored value, and how to find it in an answer. */
export interface FoundValue {
  value: number | null;
  find: FindInAnswer;
}

/** Finds the calls that returned a post's values. */
export function findPostCalls(
  { row, byInstant, now, days }: PostAnswers,
  values: readonly FoundValue[],
): Pick<Evidence, 'calls' | 'missing'> {
  const { account_id: accountId, media_id: mediaId } = row;
  const instants = listInstants(row);
  const calls: Evidence['calls'] = [];
  const missing = new Map<string, Evidence['missing'][number]>();
  for (const { value, find } of values) {
    if (value === null) continue;
    const [found] = instants.flatMap((instant) =>
      (byInstant.get(instant.getTime()) ?? []).flatMap((answer) => {
        const part = find(answer, mediaId);
        return part?.value === value ? [{ instant, answer, part }] : [];
      }),
    );
    if (found) {
      const { body, used } = found.part;
      calls.push(toCall(accountId, found.instant, found.answer, { days: null, body, used }));
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
