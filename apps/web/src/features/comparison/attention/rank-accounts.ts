import type { Account, AccountAttention, UnusualChange } from '@tidemark/contract';
import { changeSize, metricLabels } from '@tidemark/presentation';
import { needsPerson } from '#web/features/accounts/index.ts';
import { capitalize, plural, wholeNumber } from '#web/platform/format.ts';

/** In the order of the list. */
const needs = ['access', 'fall', 'pause', 'rise', 'nothing'] as const;

export interface RankedAccount {
  account: Account;
  attention: AccountAttention;
  need: (typeof needs)[number];
  /** One phrase each, the most important first; empty if the account is as usual. */
  reasons: string[];
}

/** Puts accounts that need a look first, then those that did unusually well, then the rest by views. */
export function rankAccounts(accounts: readonly Account[], attention: readonly AccountAttention[]): RankedAccount[] {
  const byId = new Map(attention.map((one) => [one.accountId, one]));
  return accounts
    .flatMap((account) => {
      const own = byId.get(account._id);
      return own ? [toRanked(account, own)] : [];
    })
    .toSorted(
      (one, other) =>
        needs.indexOf(one.need) - needs.indexOf(other.need) ||
        strength(other) - strength(one) ||
        other.attention.views.current - one.attention.views.current,
    );
}

/** Returns true for accounts to look at, not for those that only did well. */
export function needsLook({ need }: RankedAccount): boolean {
  return need === 'access' || need === 'fall' || need === 'pause';
}

function toRanked(account: Account, attention: AccountAttention): RankedAccount {
  const { unusual, pauseDays } = attention;
  const hasNoAccess = needsPerson(account);
  const fell = unusual.some(({ percentChange }) => percentChange < 0);
  return {
    account,
    attention,
    need: hasNoAccess
      ? 'access'
      : fell
        ? 'fall'
        : pauseDays !== null
          ? 'pause'
          : unusual.length > 0
            ? 'rise'
            : 'nothing',
    reasons: [
      ...(hasNoAccess ? [account.problem?.code === 'permission_missing' ? 'Permission missing' : 'No access'] : []),
      ...unusual.map(describe),
      ...(pauseDays === null ? [] : [`No post for ${pauseDays} ${plural(pauseDays, 'day')}`]),
    ],
  };
}

function describe({ metric, percentChange, change, usual }: UnusualChange): string {
  const name = capitalize(metricLabels[metric].title.toLowerCase());
  const isUp = percentChange > 0;
  const most = usual === null ? '' : `, usually at most ${changeSize(usual)}`;
  if (metric === 'followers')
    return `${wholeNumber(Math.abs(change))} ${isUp ? 'more' : 'fewer'} followers (${changeSize(percentChange)}${most})`;
  return `${name} ${isUp ? 'rose' : 'fell'} ${changeSize(percentChange)}${most}`;
}

/** How far the most unusual change lies beyond the usual ones. */
function strength({ attention: { unusual, pauseDays } }: RankedAccount): number {
  const [first] = unusual;
  return first ? Math.abs(first.percentChange) / (first.usual ?? 10) : (pauseDays ?? 0);
}
