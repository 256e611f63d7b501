import { addDays } from '@tidemark/contract';
import { InsightReply, metricNamed, toCount, toTotal } from '../../../clients/instagram-graph/insight-reply.ts';
import { startOfDay } from '../../../platform/clock.ts';
import { explain, finding, type MetaAccount, type MetaCheckOptions } from './finding.ts';
import { compareTotals, toVerdict, type Finding } from './rules.ts';

/** 30 times 24 hours. */
const maxSpanSeconds = 2_592_000;

/** Checks what a range of days covers, and which ranges are accepted. */
export async function* checkWindows(
  { probe, dayZone, today }: MetaCheckOptions,
  { accountId, token }: MetaAccount,
): AsyncGenerator<Finding> {
  // Instagram still revises the three days after it.
  const day = addDays(today, -4);
  const start = (of: string) => Math.floor(startOfDay(dayZone, of).getTime() / 1000);
  const insights = (parameters: Record<string, string | number>) =>
    probe.get(token, `${accountId}/insights`, { period: 'day', ...parameters });
  const views = async (since: number, until: number) => {
    const answer = await insights({ metric: 'views', metric_type: 'total_value', since, until });
    const reply = InsightReply.safeParse(answer.body).data;
    return { total: reply ? toTotal(metricNamed(reply, 'views')) : null, answer };
  };
  const [short, long, next] = await Promise.all([
    views(start(day), start(addDays(day, 1)) - 1),
    views(start(day), start(addDays(day, 1))),
    views(start(addDays(day, 1)), start(addDays(day, 2)) - 1),
  ]);
  yield compareTotals({ short: short.total, long: long.total, next: next.total, day });

  const series = await insights({
    metric: 'reach',
    metric_type: 'time_series',
    since: start(day),
    until: start(addDays(day, 1)),
  });
  const reply = InsightReply.safeParse(series.body).data;
  const values = (reply && metricNamed(reply, 'reach')?.values) ?? [];
  const ends = values.flatMap(({ end_time }) => (end_time ? [Date.parse(end_time.replace('+0000', 'Z')) / 1000] : []));
  yield finding(
    `A day of insights ends at midnight in ${dayZone}`,
    ends.length === 0 ? 'unknown' : toVerdict(ends.includes(start(addDays(day, 1)))),
    ends.length === 0 ? explain(series) : `end_time ${ends.map(toInstant).join(', ')}`,
  );
  const total = await insights({
    metric: 'reach',
    metric_type: 'total_value',
    since: start(day),
    until: start(addDays(day, 1)) - 1,
  });
  const totalReply = InsightReply.safeParse(total.body).data;
  const [first, asTotal] = [values[0]?.value, totalReply ? toTotal(metricNamed(totalReply, 'reach')) : null];
  const inSeries = toCount(first);
  yield finding(
    'The time series and the total of a day report the same reach',
    asTotal === null || inSeries === null ? 'unknown' : toVerdict(inSeries === asTotal),
    `series ${inSeries ?? 'nothing'}, total ${asTotal ?? 'nothing'}`,
  );
  yield finding(
    'Counts are numbers, not text',
    first === undefined ? 'unknown' : toVerdict(typeof first === 'number'),
    typeof first,
  );
  const since = start(addDays(today, -32));
  for (const [name, span, isAccepted] of [
    ['30 times 24 hours are accepted', maxSpanSeconds, true],
    ['One second more is rejected', maxSpanSeconds + 1, false],
  ] as const) {
    const { answer } = await views(since, since + span);
    const verdict =
      answer.status === 0 || answer.status >= 500 ? 'unknown' : toVerdict(answer.status < 300 === isAccepted);
    yield finding(name, verdict, explain(answer));
  }
}

function toInstant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
