import type { Account } from '@tidemark/contract';
import { once } from '@tidemark/presentation';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { displayName, needsPerson, useCoveredAccounts } from '#web/features/accounts/index.ts';
import { dateLabel } from '#web/platform/format.ts';
import { useWorkspaces } from '#web/platform/session/workspace.ts';
import { buttonClass } from '#web/ui/button.tsx';
import styles from './banner.module.css';

/** Names the accounts on analytics pages that only a person with their login can bring up to date, and since when. */
export function AttentionBanner() {
  const isOwn = !useWorkspaces().workspace;
  const needing = useCoveredAccounts().filter(needsPerson);
  const groups = [...Map.groupBy(needing, ({ problem }) => toRemedy(problem))];
  return groups.map(([remedy, affected]) => (
    <section key={remedy} className={styles.banner} data-tone="warn" aria-label="Accounts that need attention">
      <TriangleAlert size={19} aria-hidden="true" />
      <p>
        <strong dir="auto">{describeNeed(remedy, affected, isOwn)}</strong> {describeSince(affected)}
      </p>
      {isOwn && (
        <Link to="/profile" className={buttonClass('primary', 'small')}>
          {remedies[remedy]}
        </Link>
      )}
    </section>
  ));
}

const remedies = { reconnect: 'Reconnect', permit: 'Grant permission', check: 'View connection' };
type Remedy = keyof typeof remedies;

function toRemedy(problem: Account['problem']): Remedy {
  if (problem?.code === 'permission_missing') return 'permit';
  return problem?.code === 'account_unreachable' ? 'check' : 'reconnect';
}

const maxNames = 3;
const list = once(() => new Intl.ListFormat('en-US'));

function listNames(accounts: readonly Account[]): string {
  const names = accounts.map(displayName);
  if (names.length <= maxNames) return list().format(names);
  return list().format([...names.slice(0, maxNames - 1), `${names.length - maxNames + 1} other accounts`]);
}

function describeNeed(remedy: Remedy, accounts: readonly Account[], isOwn: boolean): string {
  const names = listNames(accounts);
  switch (remedy) {
    case 'reconnect':
      return `Tidemark lost access to ${names}.`;
    case 'permit':
      return `Tidemark lacks a permission for ${names}.`;
    case 'check':
      return `${isOwn ? 'Your' : 'The team’s'} Meta login cannot access ${names}.`;
  }
}

function describeSince(accounts: readonly Account[]): string {
  const first = accounts.flatMap(({ lastSyncAt }) => (lastSyncAt ? [lastSyncAt] : [])).toSorted()[0];
  return first === undefined ? 'No data has been synced yet.' : `No new data since ${dateLabel(first)}.`;
}
