import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '#web/platform/session/user.query.ts';
import { buttonClass } from '#web/ui/button.tsx';
import styles from './pages.module.css';

type Reason = 'free' | 'canceled' | 'no-accounts' | 'open';

const notices = {
  free: {
    text: 'Your plan follows no accounts. An active plan opens the dashboard.',
    to: '/subscription',
    action: 'See the plans',
  },
  canceled: {
    text: 'Your subscription has ended, so the dashboard is closed. Nothing was deleted.',
    to: '/subscription',
    action: 'See the plans',
  },
  'no-accounts': {
    text: 'Link an account below, and your dashboard opens.',
    to: '/welcome',
    action: 'Take me through it',
  },
  open: { text: 'Your dashboard is open.', to: '/', action: 'Open the dashboard' },
} as const;

/** Says why the person is here and not on the dashboard. */
export function PlanNotice() {
  const { user } = useUser();
  const reason = reasonOf(user.subscription.status, user.accountRefs.length);
  const [first] = useState(reason);
  // Once there it stays: the rows below must not move under the pointer that just linked one.
  if (reason === 'open' && first === 'open') return null;
  const { text, to, action } = notices[reason];
  return (
    <div className={styles.notice} role="note">
      <p>{text}</p>
      <Link to={to} className={buttonClass('soft', 'small')}>
        {action}
      </Link>
    </div>
  );
}

function reasonOf(status: 'free' | 'active' | 'canceled', accounts: number): Reason {
  if (status !== 'active') return status;
  return accounts === 0 ? 'no-accounts' : 'open';
}
