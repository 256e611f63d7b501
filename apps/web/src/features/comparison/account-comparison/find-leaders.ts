import type { Account, ComparedMetric } from '@tidemark/contract';
import { findCompared } from '@tidemark/presentation';
import type { ComparedRow } from './use-compared-accounts.ts';

interface Leaders {
  largest: Account | null;
  /** Considers only accounts with more than before, and with at least a twentieth of all. */
  fastest: { account: Account; percentChange: number } | null;
  /** True if some accounts are compared and none rose. */
  hasNoRise: boolean;
}

/** A small account's growth says little about all of them. */
const minShare = 0.05;

/** Finds the account with the most of a metric, and the one whose value rose most in percent. */
export function findLeaders(rows: readonly ComparedRow[], metric: ComparedMetric): Leaders {
  const [first] = rows
    .filter(({ compared }) => (findCompared(compared, metric)?.current ?? 0) > 0)
    .toSorted((one, other) => other.compared.metrics[metric].current - one.compared.metrics[metric].current);
  const all = rows.reduce((sum, { compared }) => sum + compared.metrics[metric].current, 0);
  const [fastest] = rows
    .flatMap(({ account, compared }) => {
      const { current, previous, percentChange } = compared.metrics[metric];
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
