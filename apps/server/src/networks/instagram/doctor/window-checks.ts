import { addDays } from '@tidemark/contract';
import { InsightReply, metricNamed, toCount, toTotal } from '../client/insight-reply.ts';
import type { ProbeAnswer } from '../client/graph-probe.ts';
import { dayIn, startOfDay } from '../../../platform/clock.ts';
import { explain, finding, type MetaAccount, type MetaCheckOptions } from './finding.ts';
import { compareTotals, findMatchingDay, toVerdict, type Finding } from './rules.ts';

/** 30 times 24 hours. */
const maxSpanSeconds = 2_592_000;

type Ask = (parameters: Record<string, string | number>) => Promise<ProbeAnswer>;

/** Checks which days a range covers, how a series dates them, and which ranges are accepted. */
export async function* checkWindows(options: MetaCheckOptions, account: MetaAccount): AsyncGenerator<Finding> {
  const ask: Ask = (parameters) =>
    options.probe.get(account.token, `${account.accountId}/insights`, { period: 'day', ...parameters });
  const start = (day: string) => Math.floor(startOfDay(options.dayZone, day).getTime() / 1000);
  // Instagram still revises the three days after it.
  const day = addDays(options.today, -4);
  yield* checkTotals(ask, start, day);
  yield* checkSeries(ask, start, { day, zone: options.dayZone });
  yield* checkSpans(ask, start, options.today);
}

type Start = (day: string) => number;

async function askTotal(ask: Ask, metric: string, since: number, until: number) {
  const answer = await ask({ metric, metric_type: 'total_value', since, until });
  const reply = InsightReply.safeParse(answer.body).data;
  return { total: reply ? toTotal(metricNamed(reply, metric)) : null, answer };
}

async function* checkTotals(ask: Ask, start: Start, day: string): AsyncGenerator<Finding> {
  const [short, long, next] = await Promise.all([
    askTotal(ask, 'views', start(day), start(addDays(day, 1)) - 1),
    askTotal(ask, 'views', start(day), start(addDays(day, 1))),
    askTotal(ask, 'views', start(addDays(day, 1)), start(addDays(day, 2)) - 1),
  ]);
  yield compareTotals({ short: short.total, long: long.total, next: next.total, day });
}

/** Compares a day's series with the totals for that day and its neighbours, instead of trusting its date. */
async function* checkSeries(
  ask: Ask,
  start: Start,
  { day, zone }: { day: string; zone: string },
): AsyncGenerator<Finding> {
  const until = start(addDays(day, 2));
  const answer = await ask({ metric: 'reach', metric_type: 'time_series', since: start(day), until });
  const reply = InsightReply.safeParse(answer.body).data;
  const values = ((reply && metricNamed(reply, 'reach')?.values) ?? []).flatMap(({ value, end_time }) => {
    const at = Date.parse((end_time ?? '').replace('+0000', 'Z'));
    return Number.isNaN(at) ? [] : [{ value, at, day: dayIn(zone, new Date(at)) }];
  });
  const dates = values.map(({ at }) => new Date(at).toISOString());
  const isMidnight = ({ at, day: on }: { at: number; day: string }) => at / 1000 === start(on);
  yield finding(
    `Days start at midnight in ${zone}`,
    dates.length === 0 ? 'unknown' : toVerdict(values.every(isMidnight)),
    dates.length === 0 ? explain(answer) : `end_time ${dates.join(', ')}`,
  );
  yield finding(
    'A series covers every day that starts within its range, both ends included',
    dates.length === 0 ? 'unknown' : toVerdict(values[0]?.day === day && values.at(-1)?.day === addDays(day, 2)),
    `from ${day} to the start of ${addDays(day, 2)}: ${values.map((shown) => shown.day).join(', ') || 'nothing'}`,
  );
  const totals = new Map<string, number | null>();
  for (const near of [-1, 0, 1, 2].map((days) => addDays(day, days)))
    totals.set(near, (await askTotal(ask, 'reach', start(near), start(addDays(near, 1)) - 1)).total);
  const [shown] = values;
  const value = toCount(shown?.value);
  const about = value === null ? null : findMatchingDay(value, totals);
  const listed = [...totals].map(([on, total]) => `${on}: ${total ?? 'nothing'}`).join(', ');
  yield finding(
    'A series agrees with the total of one day',
    value === null ? 'unknown' : toVerdict(about !== null),
    `value ${value ?? 'nothing'}; totals ${listed}`,
  );
  yield finding(
    'A series dates a day by its start',
    about === null || !shown ? 'unknown' : toVerdict(about === shown.day),
    about === null || !shown ? 'no total has this value' : `dated ${shown.day}, about ${about}`,
  );
  yield finding(
    'Counts are numbers, not text',
    shown === undefined ? 'unknown' : toVerdict(typeof shown.value === 'number'),
    typeof shown?.value,
  );
}

async function* checkSpans(ask: Ask, start: Start, today: string): AsyncGenerator<Finding> {
  const since = start(addDays(today, -32));
  const toAccepted = ({ status }: ProbeAnswer) => (status === 0 || status >= 500 ? null : status < 300);
  for (const [name, span, expected] of [
    ['30 times 24 hours are accepted', maxSpanSeconds, true],
    ['One second more is rejected for a series', maxSpanSeconds + 1, false],
  ] as const) {
    const answer = await ask({ metric: 'reach', metric_type: 'time_series', since, until: since + span });
    const isAccepted = toAccepted(answer);
    yield finding(name, isAccepted === null ? 'unknown' : toVerdict(isAccepted === expected), explain(answer));
  }
  for (const days of [31, 90, 365]) {
    const { total, answer } = await askTotal(ask, 'reach', start(addDays(today, -days)), start(today) - 1);
    const isAccepted = toAccepted(answer);
    yield finding(
      `One total may cover ${days} days (optional)`,
      isAccepted === null ? 'unknown' : toVerdict(isAccepted && total !== null),
      isAccepted ? `reach ${total ?? 'nothing'}` : explain(answer),
    );
  }
  for (const [days, expected] of [
    [728, true],
    [729, true],
    [730, false],
  ] as const) {
    const first = start(addDays(today, -days));
    const { answer } = await askTotal(ask, 'views', first, first + 86_399);
    const isAccepted = toAccepted(answer);
    yield finding(
      `A range ${days} days ago is ${expected ? 'accepted' : 'refused'}`,
      isAccepted === null ? 'unknown' : toVerdict(isAccepted === expected),
      explain(answer),
    );
  }
  const old = start(addDays(today, -400));
  const forgotten = await ask({
    metric: 'reach',
    metric_type: 'total_value',
    breakdown: 'follow_type',
    since: old,
    until: old + 86_399,
  });
  const reply = InsightReply.safeParse(forgotten.body).data;
  const reach = reply && metricNamed(reply, 'reach');
  const total = toTotal(reach || undefined);
  const rows = reach?.total_value?.breakdowns?.flatMap(({ results = [] }) => results).length ?? 0;
  yield finding(
    'Instagram has no cells by follow_type 400 days back',
    total === null || total === 0 ? 'unknown' : toVerdict(rows === 0),
    total === null ? explain(forgotten) : `total ${total}, ${rows} cells`,
  );
}
