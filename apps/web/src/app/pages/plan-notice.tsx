import type { User } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccounts } from '#web/features/accounts/index.ts';
import { blueskyLoginsQuery, metaConnectionQuery } from '#web/features/connections/index.ts';
import { useConfig } from '#web/platform/config.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import styles from './pages.module.css';

const notices = {
  new: {
    text: 'Three steps to your dashboard: a plan, a Meta login and an account.',
    to: '/welcome',
    action: 'Start setup',
  },
  free: {
    text: 'Your plan doesn’t include any accounts. Upgrade to open the dashboard.',
    to: '/subscription',
    action: 'See plans',
  },
  canceled: {
    text: 'Your subscription has ended. Your data is safe; renew to open the dashboard.',
    to: '/subscription',
    action: 'See plans',
  },
  waiting: {
    text: 'An administrator of this site has to give you accounts before you can connect one.',
    to: '/subscription',
    action: 'See plans',
  },
  unassigned: {
    text: 'Give yourself accounts to open the dashboard.',
    to: '/subscription',
    action: 'See plans',
  },
  unconnected: {
    text: 'Connect your Meta login below to see your accounts.',
    to: '/welcome',
    action: 'Start setup',
  },
  'no-accounts': {
    text: 'Link an account below to open your dashboard.',
    to: '/welcome',
    action: 'Start setup',
  },
  open: { text: 'Your dashboard is ready.', to: '/', action: 'Open the dashboard' },
} as const;
type Reason = keyof typeof notices;
const quiet: Reason[] = ['no-accounts', 'open'];

/** Explains why the user is not on the dashboard. */
export function PlanNotice() {
  const { accounts, error, refetch } = useAccounts();
  if (!error || accounts.length > 0) return <PlanReason />;
  return (
    <div className={styles.notice} role="note">
      <p>{getServerMessage(error, 'The server is not responding.')} Your accounts could not be loaded.</p>
      <Button size="small" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}

function PlanReason() {
  const { user } = useUser();
  const { takesPayments, networks } = useConfig();
  const { data: connection } = useQuery(metaConnectionQuery);
  const { data: blueskyLogins = [] } = useQuery({
    ...blueskyLoginsQuery,
    enabled: networks.includes('bluesky_account'),
  });
  const isConnected = connection?.isConnected === true || blueskyLogins.length > 0;
  const reason = toReason(user, { takesPayments, isConnected });
  const [first] = useState(reason);
  // Stays once shown: the rows below must not move under the pointer that just linked an account.
  if (reason === 'open' && first === 'open') return null;
  const { text, to, action } = notices[reason];
  return (
    <div className={styles.notice} role="note">
      <p>{text}</p>
      <Link to={to} className={buttonClass(quiet.includes(reason) ? 'soft' : 'primary', 'small')}>
        {action}
      </Link>
    </div>
  );
}

function toReason(
  { role, subscription: { status }, accountRefs }: User,
  { takesPayments, isConnected }: { takesPayments: boolean; isConnected: boolean },
): Reason {
  if (!takesPayments && status !== 'active') return role === 'system-admin' ? 'unassigned' : 'waiting';
  if (accountRefs.length > 0) return status === 'active' ? 'open' : status;
  if (status !== 'active') return status === 'free' ? 'new' : 'canceled';
  return isConnected ? 'no-accounts' : 'unconnected';
}
