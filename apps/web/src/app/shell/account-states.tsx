import type { Account, SyncStatus } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import {
  currentTask,
  describeTask,
  displayName,
  needsPerson,
  syncStatusQuery,
  timeFromNow,
  timeSince,
  useSyncNow,
} from '#web/features/accounts/index.ts';
import { describeProblem } from '#web/features/connections/index.ts';
import type { Connection } from '#web/features/live/index.ts';
import { dateLabel } from '#web/platform/format.ts';
import { useMay, useWorkspaces } from '#web/platform/session/workspace.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './account-states.module.css';

interface AccountStatesProps {
  accounts: readonly Account[];
  now: number;
  connection: Connection;
}

/** Lists each account with its last sync, running tasks and problems. */
export function AccountStates({ accounts, now, connection }: AccountStatesProps) {
  const mayEdit = useMay('editor');
  const syncNow = useSyncNow();
  // If an account needs the user, another sync would only fail again.
  const idle = accounts.filter((account) => !account.syncRunning && !needsPerson(account));
  return (
    <>
      {connection !== 'online' && (
        <p className={styles.connection}>
          {connection === 'offline'
            ? 'This device is offline. New data appears when it reconnects.'
            : 'The server is not responding. Reconnecting…'}
        </p>
      )}
      <ul className={styles.list}>
        {accounts.map((account) => (
          <AccountState key={account._id} account={account} now={now} />
        ))}
      </ul>
      <div className={styles.foot}>
        <p>Accounts sync nightly, and hourly while you are viewing them.</p>
        {mayEdit && (
          <Button
            size="small"
            icon={<RefreshCw size={15} aria-hidden="true" />}
            disabled={connection !== 'online' || idle.length === 0}
            busy={syncNow.isPending}
            busyLabel="Refreshing..."
            onClick={() => syncNow.mutate(idle.map(({ _id }) => _id))}
          >
            Refresh
          </Button>
        )}
      </div>
    </>
  );
}

function AccountState({ account, now }: { account: Account; now: number }) {
  const isOwn = !useWorkspaces().workspace;
  const { data: state } = useQuery(syncStatusQuery(account._id));
  const running = state?.syncRunning ?? account.syncRunning;
  const problem = running ? null : (state?.problem ?? account.problem);
  const lastSyncAt = state?.lastSyncAt ?? account.lastSyncAt;
  return (
    <li className={styles.account}>
      <Avatar src={account.picture} name={displayName(account)} size={30} />
      <div className={styles.words}>
        <b dir="auto" title={displayName(account)}>
          {displayName(account)}
        </b>
        {running && <span>{state ? describeTask(currentTask(state)) : 'Syncing'}</span>}
        {!running && (
          <span>
            {lastSyncAt ? `Synced ${timeSince(lastSyncAt, now)}` : 'Never synced'}
            {!problem && state?.nextSyncAt && ` · next ${timeFromNow(state.nextSyncAt, now)}`}
          </span>
        )}
        {problem && (
          <span className={styles.problem}>
            {describeProblem(problem)}{' '}
            {isOwn && needsPerson({ problem, syncRunning: false }) && <Link to="/profile">View connection</Link>}
          </span>
        )}
        {state?.gaps?.map((gap) => (
          <span key={`${gap.kind}${gap.from}`}>{describeGap(gap)}</span>
        ))}
      </div>
    </li>
  );
}

function describeGap({ kind, from, to }: SyncStatus['gaps'][number]): string {
  const [first, last] = [dateLabel(from), dateLabel(to)];
  const time = first === last ? `from ${first}` : `from ${first} to ${last}`;
  if (kind === 'corrected') return `Numbers ${time} were corrected.`;
  if (kind === 'posts') return `A post ${time} could not be stored. The next sync will retry.`;
  return kind === 'stories'
    ? `Stories ${time} are missing: they expired before the next sync.`
    : `No data ${time}: Instagram doesn’t provide it.`;
}
