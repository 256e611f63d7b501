import type { Account } from '@tidemark/contract';
import type { ComparedRow } from './use-compared-accounts.ts';

interface Leaders {
  largest: Account | null;
  /** Considers only accounts with more views than before, and with at least a twentieth of all views. */
  fastest: { account: Account; percentChange: number } | null;
  /** True if some accounts' views are compared and none rose. */
  hasNoRise: boolean;
}

/** A small account's growth says little about all of them. */
const minShare = 0.05;

/** Finds the account with the most views, and the one whose views rose most in percent. */
export function findLeaders(rows: readonly ComparedRow[]): Leaders {
  const [first] = rows
    .filter(({ compared }) => compared.hasData && compared.metrics.views.current > 0)
    .toSorted((one, other) => other.compared.metrics.views.current - one.compared.metrics.views.current);
  const all = rows.reduce((sum, { compared }) => sum + compared.metrics.views.current, 0);
  const [fastest] = rows
    .flatMap(({ account, compared }) => {
      const { current, previous, percentChange } = compared.metrics.views;
      // Growth from zero is always 100 %.
      const counts = previous !== null && previous > 0 && current >= minShare * all;
      return counts && percentChange !== null ? [{ account, percentChange }] : [];
    })
    .toSorted((one, other) => other.percentChange - one.percentChange);
  const hasRise = fastest !== undefined && fastest.percentChange > 0;
  return {
    largest: first?.account ?? null,
    fastest: hasRise ? fastest : null,
    hasNoRise: fastest !== undefined && !hasRise,
  };
}
