import { dayLabel, percent, plural, wholeNumber } from '@tidemark/presentation';
import type { NetworkAnswers } from '../../../metrics/network-answers.ts';
import type { CardMetric, MetricCard } from '@tidemark/contract';
import type { AccountFigures, DayColumn } from '../formulas/account-figures.ts';
import { combineColumn, type SummedMetric, toColumnFigure } from '../formulas/metric-card.ts';
import { countPeriodDays, type Period } from '../formulas/period.ts';

/** More terms are named by their number. */
const maxTerms = 31;

interface Written {
  card: MetricCard;
  period: Period;
  accounts: readonly AccountFigures[];
  /** The accounts on the day before the period. */
  before: readonly AccountFigures[];
  /** Counts by fields; undefined for Instagram, and for several networks. */
  network?: NetworkAnswers | undefined;
}

/** Writes a metric's formula with its numbers, ending with the value. */
export function writeFormula(metric: CardMetric, written: Written): string {
  const { card, period, accounts, before, network } = written;
  const value = card.current;
  if (network && metric !== 'follower-growth-rate') return writeInFields(metric, written, network);
  if (metric === 'followers')
    return `Followers at the end of ${dayLabel(period.to)} = ${sumAccounts(accounts)}. A past day is counted back from the number at the time of the call, by the follows and unfollows since.`;
  if (metric === 'follower-growth-rate')
    return `Follower growth = (followers at the end − followers before) ÷ followers before × 100 = (${sumAccounts(accounts)} − ${sumAccounts(before)}) ÷ ${sumAccounts(before)} × 100 = ${percent(value)}`;
  const pick = (column: DayColumn) => wholeNumber(sumColumn(metric, column, accounts));
  switch (metric) {
    case 'views':
      return `Views = ${listTerms('views', written)} = ${wholeNumber(value)}`;
    case 'total_interactions':
      return `Interactions = ${listTerms('interactions', written)} = ${wholeNumber(value)}`;
    case 'reach':
      return writeReach(written);
    case 'engagement-rate':
      return `Engagement rate = interactions ÷ reach × 100 = ${pick('interactions')} ÷ ${pick('reach')} × 100 = ${percent(value)}`;
    case 'conversion-rate':
      return `Conversion rate = new followers ÷ non-followers reached × 100 = ${pick('follows')} ÷ ${pick('reach_non_follower')} × 100 = ${percent(value)}`;
    case 'engaged-audience':
      return `Engaged audience = accounts engaged ÷ followers × 100 = ${pick('engaged')} ÷ ${sumAccounts(accounts)} × 100 = ${percent(value)}`;
    case 'virality-score':
      return `Virality score = 40 × shares per reach, of 2% + 30 × saves per reach, of 3% + 20 × comments per reach, of 1% + 10 × new followers per non-follower reached, of 5%, each part at most full = 40 × (${pick('shares')} ÷ ${pick('reach')} ÷ 2%) + 30 × (${pick('saves')} ÷ ${pick('reach')} ÷ 3%) + 20 × (${pick('comments')} ÷ ${pick('reach')} ÷ 1%) + 10 × (${pick('follows')} ÷ ${pick('reach_non_follower')} ÷ 5%) = ${percent(value).replace('%', '')}`;
  }
}

/** Writes what a network counts by account and by post, but not by day. */
function writeInFields(metric: CardMetric, written: Written, { name }: NetworkAnswers): string {
  const { card, period, accounts } = written;
  if (metric === 'followers' && accounts.every(({ followers }) => followers === null))
    return `No number of followers is stored for ${dayLabel(period.to)}. Tidemark counts them from the day on which an account is linked.`;
  if (metric === 'followers')
    return `Followers at the end of ${dayLabel(period.to)} = ${sumAccounts(accounts)}, as ${name} last reported by then. Past days are the numbers that Tidemark stored.`;
  if (metric === 'total_interactions')
    return `Interactions = ${listTerms('interactions', written)} = ${wholeNumber(card.current)}. Each number is what posts gained: ${name} counts by post, not by day.`;
  return `${name} does not report this metric.`;
}

function writeReach({ card, period, accounts }: Written): string {
  const value = wholeNumber(card.current);
  const length = countPeriodDays(period);
  const own = accounts.map((account) => account.people('reach'));
  if (own.length > 1)
    return `Reach = ${card.isApprox ? 'estimated from ' : ''}${own.map(({ shown }) => wholeNumber(shown)).join(', ')} for ${own.length} accounts = ${value}. People who saw several accounts cannot be told apart.`;
  if (own[0]?.isExact)
    return `Reach = ${value}, Instagram's own count of people over ${length} ${plural(length, 'day')}`;
  const sum = wholeNumber(accounts[0]?.sum('reach').shown ?? 0);
  return `Reach ≈ ${value}, estimated from ${length} daily counts that add up to ${sum}, and from Instagram's counts over parts of the range. Someone who came on two days is in two daily counts.`;
}

/** Lists what adds up to the value: accounts, or else days. */
function listTerms(column: DayColumn, { accounts, card }: Written): string {
  const isMany = accounts.length > 1;
  const terms = isMany
    ? accounts.map((account) => account.sum(column).shown)
    : card.series.flatMap(({ value }) => value ?? []);
  if (terms.length === 0) return '0';
  if (terms.length > maxTerms) return `the sum of ${terms.length} ${isMany ? 'accounts' : 'days'}`;
  return terms.map(wholeNumber).join(' + ');
}

function sumColumn(metric: SummedMetric, column: DayColumn, accounts: readonly AccountFigures[]): number {
  return combineColumn(
    metric,
    accounts.map((account) => toColumnFigure(account, column)),
  ).shown;
}

function sumAccounts(accounts: readonly AccountFigures[]): string {
  return wholeNumber(accounts.reduce((sum, { followers }) => sum + (followers ?? 0), 0));
}
