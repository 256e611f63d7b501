import type { FollowerDemographics } from '@tidemark/contract';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { ownerName } from '#web/features/metrics/index.ts';
import styles from './demographics-card.module.css';

type Coverage = FollowerDemographics['coverage'];

interface CoverageNoteProps {
  what: string;
  /** Fraction of all followers; null if unknown. */
  ratio: number | null;
}

/** 'Cities cover 31% of followers.': tells which followers the percentages above refer to. */
export function CoverageNote({ what, ratio }: CoverageNoteProps) {
  if (ratio === null) return null;
  return (
    <p className={styles.coverage}>
      {what} cover {coverageText(ratio)} of followers.
    </p>
  );
}

export function coverageText(ratio: number): string {
  if (ratio > 0 && ratio < 0.01) return 'less than 1%';
  return `${Math.min(100, Math.round(ratio * 100))}%`;
}

const maxNames = 3;

/** Names selected accounts without demographics. */
export function AccountsWithout({ coverage: { accountsWithout } }: { coverage: Coverage }) {
  const { accounts } = useAccounts();
  if (accountsWithout.length === 0) return null;
  const names = accountsWithout.map((id) => {
    const account = accounts.find(({ _id }) => _id === id);
    return account ? displayName(account) : ownerName(id);
  });
  const more = names.length - maxNames;
  return (
    <p className={styles.coverage}>
      Not included, because Instagram reports no demographics: {names.slice(0, maxNames).join(', ')}
      {more > 0 && ` and ${more} more`}.
    </p>
  );
}
