import { dayMillis, type EvidenceBefore, maxRevisions, type PostMetric } from '@tidemark/contract';
import type { NetworkAnswers } from '../../../metrics/network-answers.ts';
import { engagementRate } from '../formulas/rates.ts';
import type { PostRow } from '../post-page/queries.ts';
import { readAnswersAt } from './answer-source.ts';
import type { EvidenceDeps } from './find-calls.ts';
import { listFinders } from './post-places.ts';
import { listAnswerInstants } from './queries.ts';

/** Steps of a sync whose answers contain posts. */
const steps = ['batch', 'media_history', 'type_metrics', 'stories', 'young_posts'];
/** Answers that are read: the newest. */
const maxInstants = 300;
/** A sync of posts is due at least once in this time. */
const measuredDays = 8;

/** Loads a post's metric from the answers up to an instant, and the answers that changed it since. */
export async function loadPostBefore(
  { db, clock, answers: source }: Pick<EvidenceDeps, 'db' | 'clock' | 'answers'>,
  row: PostRow,
  { metric, network, asOf }: { metric: PostMetric; network: NetworkAnswers | undefined; asOf: Date },
): Promise<EvidenceBefore> {
  const { account_id: accountId, media_id: mediaId, published_at } = row;
  const now = clock();
  const kept = new Date(Math.max(published_at.getTime(), now.getTime() - source.days * dayMillis));
  const from = new Date(Math.max(kept.getTime(), asOf.getTime() - measuredDays * dayMillis));
  const before = new Date(now.getTime() + 1);
  const instants = await listAnswerInstants(db, accountId, { from, before, steps, limit: maxInstants });
  const byInstant = await readAnswersAt(source, accountId, { instants, now });
  const parts = listFinders(metric, network);
  const latest = new Map<PostMetric, number>();
  let value: number | null = null;
  let isFound = asOf < published_at;
  let last: number | null = null;
  const revisions: EvidenceBefore['revisions'] = [];
  for (const [at, answers] of [...byInstant].toSorted(([one], [other]) => one - other)) {
    let path = '';
    for (const { part, find } of parts)
      for (const answer of answers) {
        const found = find(answer, mediaId);
        if (!found) continue;
        latest.set(part, found.value);
        path = answer.path;
        break;
      }
    if (path === '') continue;
    const to = evaluate();
    if (at <= asOf.getTime()) {
      value = to;
      isFound = true;
    } else if (to !== last)
      revisions.push({ accountId, at: new Date(at).toISOString(), from: last, to, days: [], path });
    last = to;
  }
  return {
    asOf: asOf.toISOString(),
    value,
    isComplete: isFound && instants.length < maxInstants && source.days > 0,
    revisions: revisions.toReversed().slice(0, maxRevisions),
    omitted: Math.max(0, revisions.length - maxRevisions),
  };

  function evaluate(): number | null {
    const [first, second] = parts.map(({ part }) => latest.get(part));
    if (first === undefined) return null;
    if (metric !== 'engagement_rate') return first;
    return second ? engagementRate({ interactions: first, reach: second }) : null;
  }
}
