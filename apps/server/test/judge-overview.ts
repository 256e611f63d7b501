import {
  addDays,
  cardMetrics,
  countDays,
  getBreakdown,
  getMetricCard,
  getTimeseries,
  type Breakdown,
  type CardMetric,
  type MetricCard,
} from '@tidemark/contract';
import type { TestClient } from './test-client.ts';
import { listDays, total, trueCard, type DayRange, type Truth } from './true-figures.ts';
import type { Verdicts } from './verdicts.ts';
import type { WorldDay } from './world.ts';

export interface Judged {
  client: TestClient;
  truth: Truth;
  verdicts: Verdicts;
  accounts: string[];
  range: DayRange;
  /** The current, incomplete day. */
  today: string;
  /** Days that could be stored but are not. */
  isMissing?: (account: string, day: string) => boolean;
}

export const startOfRange = (day: string) => `${day}T00:00:00.000Z`;
export const endOfRange = (day: string) => `${day}T23:59:59.999Z`;

/** Returns the same number of days just before. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: addDays(range.from, -listDays(range).length), to: addDays(range.from, -1) };
}

export function askCard(
  { client, accounts, range }: Pick<Judged, 'client' | 'accounts' | 'range'>,
  metric: CardMetric,
) {
  const before = rangeBefore(range);
  return client.call(getMetricCard, {
    params: { metric },
    body: {
      cStart: startOfRange(range.from),
      cEnd: endOfRange(range.to),
      pStart: startOfRange(before.from),
      pEnd: endOfRange(before.to),
      accountIds: accounts,
    },
  });
}

/** Checks everything that the Overview page shows about accounts: cards, breakdowns and series. */
export async function judgeAccountFigures(judged: Judged): Promise<void> {
  for (const metric of cardMetrics) await judgeCard(judged, metric);
  for (const metric of ['views', 'reach', 'total_interactions'] as const) {
    await judgeBreakdown(judged, metric);
    await judgeSeries(judged, metric);
  }
}

/** Instagram has no cells by follow type beyond about a year, and so neither follows nor earlier followers. */
function isForgotten(metric: CardMetric, date: string, today: string): boolean {
  const needsFollows = ['conversion-rate', 'virality-score', 'engaged-audience', 'followers'].includes(metric);
  return needsFollows && countDays(date, today) > 360;
}

export async function judgeCard(judged: Judged, metric: CardMetric): Promise<MetricCard> {
  const { truth, verdicts, accounts, range, today } = judged;
  const name = label(judged, metric);
  const before = rangeBefore(range);
  const card = await askCard(judged, metric);
  const followersAt = async (day: string) =>
    total(await Promise.all(accounts.map((id) => truth.day(id, day))), (known) => known?.followersEnd ?? 0);
  const valueOf = async (period: DayRange, baseDay: string) =>
    trueCard(metric, await truth.all(accounts, period), await followersAt(baseDay));

  verdicts.judge(name, { ...card, shown: card.current }, await valueOf(range, before.to));
  verdicts.equal(`${name} days of`, card.comparison.of, listDays(range).length);
  const { days } = card.comparison;
  const cutTo = (period: DayRange) => ({ from: period.from, to: addDays(period.from, days - 1) });
  if (card.previous === null)
    verdicts.equal(
      `${name} without a comparison`,
      [card.change, card.percentChange, days, card.changeState],
      [null, null, 0, 'none'],
    );
  else {
    const [now, then] = [
      await valueOf(cutTo(range), before.to),
      await valueOf(cutTo(before), addDays(before.from, -1)),
    ];
    if (!card.isApprox) {
      verdicts.equal(`${name} before`, card.previous, then);
      verdicts.equal(`${name} change`, card.change, now - then);
      verdicts.equal(`${name} change in percent`, card.percentChange, changeInPercent(now, then));
    }
    if (card.changeState === 'final' && days === card.comparison.of)
      verdicts.equal(`${name} difference`, card.change, card.current - card.previous);
    if (cutTo(range).to >= today) verdicts.wrong.push(`${name}: a day that runs is compared`);
  }
  const isGrowth = metric === 'follower-growth-rate';
  verdicts.equal(
    `${name} bars`,
    card.series.map(({ date }) => date),
    listDays(range),
  );
  for (const { date, value, isClosed } of card.series) {
    const known = await Promise.all(accounts.map((id) => truth.day(id, date)));
    verdicts.equal(`${name} ${date} is closed`, isClosed, date < today);
    const missing = accounts.filter((id, index) => known[index]?.hasInsights !== true || judged.isMissing?.(id, date));
    if (value === null && missing.length === 0 && !isGrowth && !isForgotten(metric, date, today))
      verdicts.wrong.push(`${name} ${date}: null of a stored day`);
    // If only some accounts lack data, the card itself is marked.
    if (missing.length > 0 && card.isApprox) continue;
    if (value === null) continue;
    verdicts.equal(
      `${name} ${date}`,
      value,
      trueCard(
        metric,
        known.flatMap((day) => (day ? [toFigures(day)] : [])),
        await followersAt(addDays(date, -1)),
      ),
    );
  }
  return card;
}

function changeInPercent(now: number, then: number): number {
  return then === 0 ? (now > 0 ? 100 : 0) : ((now - then) / then) * 100;
}

function toFigures(day: WorldDay) {
  const strangers = day.cells.reachByFollowType['NON_FOLLOWER'] ?? 0;
  return { days: [day], reach: day.reach, strangers, engaged: day.accountsEngaged, followers: day.followersEnd };
}

type Metric = 'views' | 'reach' | 'total_interactions';

const totals: Record<Metric, (day: WorldDay) => number> = {
  views: (day) => day.views,
  reach: (day) => day.reach,
  total_interactions: (day) => day.totalInteractions,
};

const surfaces: Record<string, string[]> = {
  POST: ['POST', 'FEED'],
  REEL: ['REEL'],
  STORY: ['STORY'],
  CAROUSEL_CONTAINER: ['CAROUSEL_CONTAINER', 'CAROUSEL_ITEM'],
  AD: ['AD'],
  UNKNOWN: ['IGTV', 'AR_EFFECT_PREVIEW', 'UNKNOWN'],
};

export async function judgeBreakdown(judged: Judged, metric: Metric): Promise<Breakdown> {
  const { client, truth, verdicts, accounts, range } = judged;
  const answer = await client.call(getBreakdown, {
    params: { metric },
    body: { startDate: startOfRange(range.from), endDate: endOfRange(range.to), accountIds: accounts },
  });
  const figures = await truth.all(accounts, range);
  const days = figures.flatMap((account) => account.days);
  const reaches = figures.map(({ reach }) => reach);
  const value =
    metric === 'reach'
      ? { min: Math.max(...reaches), max: total(reaches, (reach) => reach) }
      : total(days, totals[metric]);
  const name = label(judged, `${metric} breakdown`);

  verdicts.judge(name, { ...answer, shown: answer.value }, value);
  for (const table of answer.breakdowns) {
    const [key = ''] = table.dimensionKeys;
    const parts = new Map(table.results.map((part) => [part.dimensionValues.join(), part.value]));
    const truths = trueParts(metric, key, judged.today);
    for (const part of parts.keys()) if (!(part in truths)) verdicts.wrong.push(`${name}: ${key} has a part ${part}`);
    for (const [part, pick] of Object.entries(truths))
      verdicts.judge(`${name} ${key} ${part}`, { ...table, shown: parts.get(part) ?? 0 }, total(days, pick));
    if (metric !== 'reach')
      verdicts.equal(
        `${name} ${key} adds up`,
        total([...parts.values()], (part) => part),
        answer.value,
      );
  }
  return answer;
}

function trueParts(metric: Metric, key: string, today: string): Record<string, (day: WorldDay) => number> {
  if (key === 'media_product_type') {
    const cells = metric === 'total_interactions' ? 'totalInteractions' : metric;
    return Object.fromEntries(
      Object.entries(surfaces).map(([name, parts]) => [
        name,
        (day: WorldDay) => total(parts, (part) => day.cells[cells][part] ?? 0),
      ]),
    );
  }
  if (key === 'follow_type') {
    const cells = metric === 'views' ? 'viewsByFollowType' : 'reachByFollowType';
    // Instagram forgets a day's cells after a year; its views are then not attributed.
    const forgotten = (day: WorldDay) => ({ UNKNOWN: metric === 'views' ? day.views : 0 });
    const cellsOf = (day: WorldDay): Record<string, number> =>
      countDays(day.day, today) > 366 ? forgotten(day) : day.cells[cells];
    return Object.fromEntries(
      ['FOLLOWER', 'NON_FOLLOWER', 'UNKNOWN'].map((name) => [name, (day: WorldDay) => cellsOf(day)[name] ?? 0]),
    );
  }
  return {
    LIKES: (day) => day.likes,
    COMMENTS: (day) => day.comments,
    SAVES: (day) => day.saves,
    SHARES: (day) => day.shares,
    OTHER: (day) => day.totalInteractions - day.likes - day.comments - day.saves - day.shares,
  };
}

export async function judgeSeries(judged: Judged, metric: Metric): Promise<void> {
  const { client, truth, verdicts, accounts, range, today } = judged;
  const { perAccount } = await client.call(getTimeseries, {
    params: { metric },
    body: { startDate: startOfRange(range.from), endDate: endOfRange(range.to), accountIds: accounts },
  });
  verdicts.equal(label(judged, 'accounts of series'), Object.keys(perAccount).sort(), [...accounts].sort());
  for (const [account, days] of Object.entries(perAccount))
    for (const { date, value, isClosed } of days) {
      const name = label(judged, `${metric} of ${account} on ${date}`);
      const known = await truth.day(account, date);
      if (value !== null) verdicts.equal(name, value, known && totals[metric](known));
      else if (known?.hasInsights && !judged.isMissing?.(account, date))
        verdicts.wrong.push(`${name}: null of a stored day`);
      verdicts.equal(`${name} is closed`, isClosed, date < today);
    }
}

export function label({ accounts, range }: Pick<Judged, 'accounts' | 'range'>, name: string): string {
  return `${name} of ${accounts.length} accounts from ${range.from} to ${range.to}`;
}
