import { addDays } from '@tidemark/contract';
import { z } from 'zod';
import { dayMetricRows } from '../../../metrics/day-columns.ts';
import { postMetricRows } from '../../../metrics/post-columns.ts';
import { startOfDay } from '../../../platform/clock.ts';
import type { ProbeAnswer } from '../client/graph-probe.ts';
import { existsOn } from '../client/hosts.ts';
import { explain, finding, isSuccess, type MetaAccount, type MetaCheckOptions } from './finding.ts';
import { describeRetirement, type Finding } from './rules.ts';

const Posts = z.object({ data: z.array(z.object({ id: z.string(), media_product_type: z.string().optional() })) });

/** Asks for each metric once, to notice before users do that Instagram retires one. */
export async function* checkMetrics(options: MetaCheckOptions, account: MetaAccount): AsyncGenerator<Finding> {
  for (const [name, row] of [...dayMetricRows, ...postMetricRows]) yield* describeRetirement(name, row, options.today);
  yield* checkDayMetrics(options, account);
  yield* checkPostMetrics(options, account);
}

async function* checkDayMetrics(
  { probe, dayZone, today }: MetaCheckOptions,
  { accountId, token }: MetaAccount,
): AsyncGenerator<Finding> {
  const start = Math.floor(startOfDay(dayZone, addDays(today, -2)).getTime() / 1000);
  const asked = new Map(
    dayMetricRows.flatMap(([, { instagram }]) =>
      instagram.asked.includes('profile') ? [] : [[instagram.name, instagram]],
    ),
  );
  for (const [metric, { cell, asked: requests }] of asked) {
    const answer = await probe.get(token, `${accountId}/insights`, {
      metric,
      period: 'day',
      metric_type: requests.every((one) => one === 'series') ? 'time_series' : 'total_value',
      breakdown: cell?.breakdown,
      since: start,
      until: start + 86_399,
    });
    yield describeMetric(`Instagram has ${metric} of accounts`, answer);
  }
}

async function* checkPostMetrics(
  { probe }: MetaCheckOptions,
  { accountId, token }: MetaAccount,
): AsyncGenerator<Finding> {
  const list = async (edge: string) => {
    const answer = await probe.get(token, `${accountId}/${edge}`, { fields: 'id,media_product_type', limit: 50 });
    return Posts.safeParse(answer.body).data?.data ?? [];
  };
  const [posts, [story]] = [await list('media'), await list('stories')];
  for (const [, { instagram }] of postMetricRows) {
    // Metrics that are rows of a table are checked as such.
    if (!instagram || instagram.cell || !existsOn(probe.host, instagram.name)) continue;
    const { name: metric, asked } = instagram;
    const check = `Instagram has ${metric} of posts`;
    const post =
      posts.find(({ media_product_type: kind }) => asked.some((one) => one === 'posts' || one === kind)) ?? story;
    if (post) yield describeMetric(check, await probe.get(token, `${post.id}/insights`, { metric }));
    else yield finding(check, 'unknown', 'no post has it');
  }
}

const retired = /no longer supported|metric\[\d+\] must be one of|deprecated|invalid metric/i;

/** Refutes only what Instagram says about the metric: other errors concern the account or the post. */
function describeMetric(check: string, answer: ProbeAnswer): Finding {
  if (isSuccess(answer)) return finding(check, 'confirmed', '');
  const detail = explain(answer);
  return finding(check, retired.test(detail) ? 'refuted' : 'unknown', detail);
}
