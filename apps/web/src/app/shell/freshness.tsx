import type { Account } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import {
  currentTask,
  displayName,
  getFreshness,
  syncStatusQuery,
  describeTask,
  timeFromNow,
  useNetworkAccounts,
  useSyncNow,
  useShownAccounts,
} from '#web/features/accounts/index.ts';
import { describeProblem } from '#web/features/connections/index.ts';
import { dateLabel, plural } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, Spinner } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import styles from './freshness.module.css';
import { useMinute } from './use-minute.ts';

/** How fresh the page's data is and, when expanded, why: account by account. */
export function Freshness({ only }: { only?: Account | undefined }) {
  const accounts = useNetworkAccounts();
  const shownIds = useShownAccounts();
  const shown = only ? [only] : accounts.filter(({ _id }) => shownIds.includes(_id));
  const now = useMinute();
  if (shown.length === 0) return null;
  const freshness = getFreshness(shown);
  return (
    <Popover
      label="Data freshness"
      sheetOnPhone
      trigger={(props) => (
        <button type="button" className={styles.trigger} data-state={freshness.state} {...props}>
          <Mark state={freshness.state} />
          <span className={styles.long}>{describe(freshness, now)}</span>
          <span className={styles.short} aria-hidden="true">
            {freshness.state === 'behind'
              ? freshness.accounts
              : freshness.state === 'read' && shortTime(freshness.at, now)}
          </span>
        </button>
      )}
    >
      {() => <Accounts accounts={shown} now={now} />}
    </Popover>
  );
}

function Mark({ state }: { state: ReturnType<typeof getFreshness>['state'] }) {
  if (state === 'reading') return <Spinner />;
  if (state === 'behind') return <TriangleAlert size={15} aria-hidden="true" />;
  return <span className={styles.dot} aria-hidden="true" />;
}

/** '12m', '3h', '2d': for phones, which lack room for more. */
function shortTime(instant: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000));
  if (minutes < 60) return `${minutes}m`;
  return minutes < 1440 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / 1440)}d`;
}

function describe(freshness: ReturnType<typeof getFreshness>, now: number): string {
  switch (freshness.state) {
    case 'behind':
      return `${freshness.accounts} ${plural(freshness.accounts, 'account')} out of date`;
    case 'reading':
      return 'Syncing';
    case 'read':
      return `Synced ${timeFromNow(freshness.at, now)}`;
    case 'never':
      return 'Never synced';
  }
}

function Accounts({ accounts, now }: { accounts: readonly Account[]; now: number }) {
  const readNow = useSyncNow();
  const idle = accounts.filter(({ syncRunning }) => !syncRunning);
  return (
    <div className={styles.panel}>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <AccountState key={account._id} account={account} now={now} />
        ))}
      </ul>
      <div className={styles.foot}>
        <p>Accounts sync nightly, and hourly while you are viewing them.</p>
        <Button
          size="small"
          icon={<RefreshCw size={15} aria-hidden="true" />}
          disabled={idle.length === 0}
          busy={readNow.isPending}
          busyLabel="Refreshing..."
          onClick={() => readNow.mutate(idle.map(({ _id }) => _id))}
        >
          Refresh
        </Button>
      </div>
    </div>
  );
}

function AccountState({ account, now }: { account: Account; now: number }) {
  const { data: state } = useQuery(syncStatusQuery(account._id));
  const running = state?.syncRunning ?? account.syncRunning;
  const problem = running ? null : (state?.problem ?? account.problem);
  const lastSyncAt = state?.lastSyncAt ?? account.lastSyncAt;
  return (
    <li className={styles.account}>
      <Avatar src={account.picture} name={displayName(account)} size={30} />
      <div className={styles.words}>
        <b title={displayName(account)}>{displayName(account)}</b>
        {running && <span>{state ? describeTask(currentTask(state)) : 'Syncing'}</span>}
        {!running && (
          <span>
            {lastSyncAt ? `Synced ${timeFromNow(lastSyncAt, now)}` : 'Never synced'}
            {!problem && state?.nextSyncAt && ` · next ${timeFromNow(state.nextSyncAt, now)}`}
          </span>
        )}
        {problem && (
          <span className={styles.problem}>
            {describeProblem(problem)} {needsPerson.has(problem.code) && <Link to="/profile">View connection</Link>}
          </span>
        )}
        {state?.gaps?.map((gap) => (
          <span key={`${gap.kind}${gap.from}`}>{describeGap(gap)}</span>
        ))}
      </div>
    </li>
  );
}

const needsPerson = new Set([
  'reconnect_required',
  'permission_missing',
  'account_unreachable',
  'login_not_decryptable',
]);

function describeGap({ kind, from, to }: { kind: 'days' | 'stories'; from: string; to: string }): string {
  const [first, last] = [dateLabel(from), dateLabel(to)];
  const time = first === last ? `from ${first}` : `from ${first} to ${last}`;
  return kind === 'stories'
    ? `Stories ${time} are missing: they expired before the next sync.`
    : `No data ${time}: Instagram doesn’t provide it.`;
}
