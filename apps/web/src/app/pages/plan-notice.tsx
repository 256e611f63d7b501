import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccounts } from '#web/features/accounts/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import styles from './pages.module.css';

type Reason = 'new' | 'free' | 'canceled' | 'no-accounts' | 'open';

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
  'no-accounts': {
    text: 'Link an account below to open your dashboard.',
    to: '/welcome',
    action: 'Start setup',
  },
  open: { text: 'Your dashboard is ready.', to: '/', action: 'Open the dashboard' },
} as const;

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
  const reason = toReason(user.subscription.status, user.accountRefs.length);
  const [first] = useState(reason);
  // Stays once shown: the rows below must not move under the pointer that just linked an account.
  if (reason === 'open' && first === 'open') return null;
  const { text, to, action } = notices[reason];
  return (
    <div className={styles.notice} role="note">
      <p>{text}</p>
      <Link
        to={to}
        className={buttonClass(reason === 'no-accounts' || reason === 'open' ? 'soft' : 'primary', 'small')}
      >
        {action}
      </Link>
    </div>
  );
}

function toReason(status: 'free' | 'active' | 'canceled', accounts: number): Reason {
  if (accounts === 0 && status !== 'canceled') return status === 'free' ? 'new' : 'no-accounts';
  return status === 'active' ? 'open' : status;
}
