import type { Account, AccountId, ConnectionAccount, MetaConnection } from '@tidemark/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useAccounts } from '#web/features/accounts/index.ts';
import { explainNoLinking } from '#web/features/subscription/index.ts';
import { CallError } from '#web/platform/failed-call.ts';
import { plural } from '#web/platform/format.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import { TabList } from '#web/ui/tabs.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { AccountsGrid } from './accounts-grid.tsx';
import { connectionAccountsQuery, metaConnectionQuery } from './connections.query.ts';
import styles from './connections.module.css';
import { hasWorkingLogin } from './has-working-login.ts';
import { useRefresh } from './use-refresh.ts';

const networks = [
  {
    id: 'instagram_account',
    label: (
      <>
        <NetworkIcon network="instagram_account" size={16} />
        Instagram
      </>
    ),
  },
] as const;

interface AccountsSectionProps {
  connection: MetaConnection;
  /** True during the first run, which has its own way to the dashboard. */
  isSetup?: boolean;
}

/** The accounts that the business login can access, one tab per network. */
export function AccountsSection({ connection, isSetup = false }: AccountsSectionProps) {
  const valid = hasWorkingLogin(connection);
  const queries = useQueryClient();
  const refresh = useRefresh();
  const { data, error, isFetching, refetch } = useQuery({ ...connectionAccountsQuery, enabled: valid });
  const failure = valid && error ? failureText(error) : undefined;

  useEffect(() => {
    if (!failure) return;
    notify.error(failure);
    // The server may have just found the token to be invalid, which the card has to show.
    void queries.invalidateQueries({ queryKey: metaConnectionQuery.queryKey });
  }, [failure, queries]);

  return (
    <section className={styles.accounts} aria-label="Accounts of this login">
      <header className={styles.accountsHead}>
        <h3>Accounts</h3>
        <TabList
          label="Networks"
          tabs={networks}
          selected="instagram_account"
          onSelect={() => undefined}
          tabId={(network) => `connection-${network}`}
          panelId={() => 'connection-accounts'}
          tabClassName={styles.tab}
        />
        {valid && (
          <Button
            size="small"
            icon={<RefreshCw size={15} aria-hidden="true" />}
            busy={isFetching || refresh.isPending}
            busyLabel="Refreshing..."
            onClick={() => refresh.mutate()}
          >
            Refresh
          </Button>
        )}
      </header>
      <div role="tabpanel" id="connection-accounts" aria-label="Instagram">
        {valid ? (
          <>
            <AccountsGrid accounts={data} failure={failure} retry={() => void refetch()} />
            {failure && !data ? <LinkedAccounts /> : <LinkedCount isSetup={isSetup} />}
          </>
        ) : (
          <>
            <p className={styles.info}>
              {connection.isConnected
                ? 'Meta connection is not available or token is invalid'
                : 'Connect your Meta Business account to view Instagram accounts'}
            </p>
            <LinkedAccounts isStopped />
          </>
        )}
      </div>
    </section>
  );
}

/** Lists linked accounts without Meta’s list, from the dashboard; they can at least be unlinked. */
function LinkedAccounts({ isStopped = false }: { isStopped?: boolean }) {
  const { accounts } = useAccounts();
  const accountRefs = useUser().user.accountRefs.filter(({ type }) => type === 'instagram_account');
  if (accountRefs.length === 0) return null;
  const linked = accountRefs.map(({ accountId }) => {
    const account = accounts.find(({ _id }) => _id === accountId);
    return account ? toListed(account) : toUnavailable(accountId);
  });
  return (
    <div className={styles.stillLinked}>
      <AccountsGrid accounts={linked} failure={undefined} retry={() => undefined} isStopped={isStopped} />
      <LinkedCount />
    </div>
  );
}

function toListed({ _id, username, picture, metadata, syncRunning, lastSyncAt, problem }: Account): ConnectionAccount {
  return {
    id: _id,
    username,
    name: metadata.name,
    profile_picture_url: picture,
    followers_count: metadata.followersCount,
    follows_count: metadata.followsCount,
    media_count: metadata.mediaCount,
    linked: true,
    syncRunning,
    lastSyncAt,
    // The notice above already says so for every account.
    problem: problem?.code === 'account_unreachable' ? null : problem,
  };
}

/** Represents a linked account whose data the user may no longer see. */
function toUnavailable(id: AccountId): ConnectionAccount {
  return {
    id,
    username: id,
    name: 'Unavailable account',
    profile_picture_url: null,
    followers_count: null,
    follows_count: null,
    media_count: null,
    linked: true,
    syncRunning: false,
    lastSyncAt: null,
    problem: null,
  };
}

function failureText(error: Error): string {
  return error instanceof CallError && error.code === 'meta_not_connected'
    ? 'Meta connection is not available or token is invalid'
    : 'Failed to fetch Instagram accounts';
}

function LinkedCount({ isSetup = false }: { isSetup?: boolean }) {
  const { user } = useUser();
  const count = user.accountRefs.length;
  const { unlimited, total } = user.accountLimits;
  const reason = explainNoLinking(user);
  return (
    <div className={styles.count}>
      <p>
        {unlimited
          ? `${count} ${plural(count, 'account')} linked.`
          : `${count} of ${total} ${plural(total, 'account')} linked.`}
        {reason && (
          <>
            {' '}
            {reason} <Link to="/subscription">See plans</Link>
          </>
        )}
      </p>
      {!isSetup && count > 0 && user.subscription.status === 'active' && (
        <Link to="/" className={buttonClass('soft', 'small')}>
          Open the dashboard
        </Link>
      )}
    </div>
  );
}
