import { beforeTestDays, comparedAgeDays, dayMillis, labelTestDays, LabelMetric } from '@tidemark/contract';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../../../database/database.ts';
import type { AccountScope } from '../../../accounts/index.ts';
import { type ComparedPost, compareByLabel, compareGroups } from '../../formulas/label-comparison.ts';
import { countIndependent } from '../../formulas/independent-metrics.ts';
import { valueAtAge } from '../../formulas/life-curve.ts';
import { toMediaKey } from '../../formulas/media-key.ts';
import { splitByRule, toResultAt } from '../label-rows.ts';
import { type LabelRow, listByHand, publishedBetween, toRuleIds } from '../queries.ts';
import { listMeasuredAround, listOldEnough, listPublished } from './queries.ts';

const comparedMinutes = comparedAgeDays * 24 * 60;

interface Range {
  published: RawBuilder<boolean>;
  /** At latest a day before the range. */
  since: Date;
  zone: string;
}

export async function loadComparisons(
  db: Database,
  scope: AccountScope,
  labels: readonly LabelRow[],
  { metric, ...range }: Range & { metric: LabelMetric },
) {
  if (labels.length === 0) return [];
  const { posts, metricValues } = await listCompared(db, scope, labels, { metric, ...range });
  const asked = labels.map((label) => ({ id: label.label_id, isAboutFormats: label.rule?.formats !== undefined }));
  return compareByLabel(posts, asked, { metric, choices: countIndependent(metricValues) });
}

export interface StartedTest {
  label: LabelRow;
  metric: LabelMetric;
  startedAt: Date;
}

/**
 * Loads the posts with the label that were published in the three weeks after the start, and, four weeks after it,
 * their comparison with posts without the label, including earlier posts. Earlier posts with the label are left out:
 * they suggested the test.
 */
export async function loadTest(
  db: Database,
  scope: AccountScope,
  { label, metric, startedAt }: StartedTest,
  { now, zone }: { now: Date; zone: string },
) {
  const start = startedAt.getTime();
  const end = new Date(start + (labelTestDays - comparedAgeDays) * dayMillis);
  const { ruled, byHand } = splitByRule([label]);
  const hand = new Set((await listByHand(db, scope, byHand)).map(toMediaKey));
  const during = await listPublished(db, scope, {
    published: publishedBetween(startedAt, end),
    ruleIds: toRuleIds(ruled, zone),
  });
  const posts = during.filter((post) => post.ruleIds.length > 0 || hand.has(toMediaKey(post))).length;
  if (now < toResultAt(startedAt)) return { posts, result: null };
  const since = new Date(start - beforeTestDays * dayMillis);
  const { posts: compared } = await listCompared(db, scope, [label], {
    metric,
    published: publishedBetween(since, end),
    since,
    zone,
  });
  const isLabelled = ({ labelIds }: ComparedPost) => labelIds.length > 0;
  const result = compareGroups(
    compared.filter((post) => !isLabelled(post) || post.publishedAt >= startedAt),
    isLabelled,
    { metric, isAboutFormats: label.rule?.formats !== undefined },
  );
  return { posts, result };
}

async function listCompared(
  db: Database,
  scope: AccountScope,
  labels: readonly LabelRow[],
  { metric, published, since, zone }: Range & { metric: LabelMetric },
): Promise<{ posts: ComparedPost[]; metricValues: { group: string; values: (number | null)[] }[] }> {
  const { ruled, byHand } = splitByRule(labels);
  const [found, measured, labelled] = await Promise.all([
    listOldEnough(db, scope, { published, ruleIds: toRuleIds(ruled, zone) }),
    listMeasuredAround(db, scope, { metric, since }),
    listByHand(db, scope, byHand),
  ]);
  const idsByHand = Map.groupBy(labelled, toMediaKey);
  const column = LabelMetric.options.indexOf(metric);
  const posts = found.map((post) => ({
    accountId: post.account_id,
    format: post.format,
    publishedAt: post.published_at,
    lifetime: post.values[column] ?? null,
    atSevenDays: valueAtAge(measured.get(toMediaKey(post)) ?? [], comparedMinutes)?.value ?? null,
    labelIds: [...post.ruleIds, ...(idsByHand.get(toMediaKey(post)) ?? []).map(({ label_id }) => label_id)],
  }));
  return {
    posts,
    metricValues: found.map(({ account_id, format, values }) => ({ group: `${account_id} ${format}`, values })),
  };
}
