import type { Account } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RefreshCw, TriangleAlert } from 'lucide-react';
import {
  currentTask,
  displayName,
  freshnessOf,
  syncStatusQuery,
  taskInWords,
  timeFromNow,
  useNetworkAccounts,
  useReadNow,
  useShownAccounts,
} from '#web/features/accounts/index.ts';
import { problemInWords } from '#web/features/connections/index.ts';
import { dateLabel, plural } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, Spinner } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import styles from './freshness.module.css';
import { useMinute } from './use-minute.ts';

/** How new the figures of the page are, and, opened, why: account by account. */
export function Freshness({ only }: { only?: Account | undefined }) {
  const accounts = useNetworkAccounts();
  const shownIds = useShownAccounts();
  const shown = only ? [only] : accounts.filter(({ _id }) => shownIds.includes(_id));
  const now = useMinute();
  if (shown.length === 0) return null;
  const freshness = freshnessOf(shown);
  return (
    <Popover
      label="How new the figures are"
      sheetOnPhone
      trigger={(props) => (
        <button type="button" className={styles.trigger} data-state={freshness.state} {...props}>
          <Mark state={freshness.state} />
          <span className={styles.long}>{inWords(freshness, now)}</span>
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

function Mark({ state }: { state: ReturnType<typeof freshnessOf>['state'] }) {
  if (state === 'reading') return <Spinner />;
  if (state === 'behind') return <TriangleAlert size={15} aria-hidden="true" />;
  return <span className={styles.dot} aria-hidden="true" />;
}

/** '12m', '3h', '2d': for a phone, where there is no room for words. */
function shortTime(instant: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000));
  if (minutes < 60) return `${minutes}m`;
  return minutes < 1440 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / 1440)}d`;
}

function inWords(freshness: ReturnType<typeof freshnessOf>, now: number): string {
  switch (freshness.state) {
    case 'behind':
      return `${freshness.accounts} ${plural(freshness.accounts, 'account')} behind`;
    case 'reading':
      return 'Reading';
    case 'read':
      return `Read ${timeFromNow(freshness.at, now)}`;
    case 'never':
      return 'Not read yet';
  }
}

function Accounts({ accounts, now }: { accounts: readonly Account[]; now: number }) {
  const readNow = useReadNow();
  const idle = accounts.filter(({ syncRunning }) => !syncRunning);
  return (
    <div className={styles.panel}>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <AccountState key={account._id} account={account} now={now} />
        ))}
      </ul>
      <div className={styles.foot}>
        <p>Accounts are read every night, and every hour while you look at them.</p>
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
        {running && <span>{state ? taskInWords(currentTask(state)) : 'Syncing'}</span>}
        {!running && (
          <span>
            {lastSyncAt ? `Read ${timeFromNow(lastSyncAt, now)}` : 'Not read yet'}
            {!problem && state?.nextSyncAt && `, next ${timeFromNow(state.nextSyncAt, now)}`}
          </span>
        )}
        {problem && (
          <span className={styles.problem}>
            {problemInWords(problem)} {needsPerson.has(problem.code) && <Link to="/profile">See the connection</Link>}
          </span>
        )}
        {state?.gaps?.map((gap) => (
          <span key={`${gap.kind}${gap.from}`}>{gapInWords(gap)}</span>
        ))}
      </div>
    </li>
  );
}

const needsPerson = new Set(['reconnect_required', 'permission_missing', 'account_unreachable']);

function gapInWords({ kind, from, to }: { kind: 'days' | 'stories'; from: string; to: string }): string {
  const [first, last] = [dateLabel(from), dateLabel(to)];
  const time = first === last ? `of ${first}` : `from ${first} to ${last}`;
  return kind === 'stories'
    ? `Stories ${time} could not be read: they had ended before the account was read again.`
    : `The days ${time} are missing: Instagram gives no figures of them.`;
}
