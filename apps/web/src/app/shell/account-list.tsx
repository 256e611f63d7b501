import { Link, useLocation } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useAccounts, useNetworkAccounts } from '#web/features/accounts/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useNavigate } from '@tanstack/react-router';
import { AccountRow } from './account-row.tsx';
import styles from './account-list.module.css';

/** On `/` each row turns its account on or off; on an account's page the rows lead to the others. */
export function AccountList() {
  const { pathname } = useLocation();
  const accounts = useNetworkAccounts();
  const { isPending, error } = useAccounts();
  const isActive = useUser().user.subscription.status === 'active';
  const navigate = useNavigate();
  const wanted = pathname === '/' || pathname.startsWith('/account/');
  if (!wanted || isPending || !isActive) return <div className={styles.list} />;

  return (
    <section className={styles.list} aria-label="Accounts">
      <header className={styles.head}>
        <h2 className={styles.title}>Accounts</h2>
        <IconButton label="Add an account" size="small" onClick={() => void navigate({ to: '/account/add' })}>
          <Plus size={17} aria-hidden="true" />
        </IconButton>
      </header>
      {accounts.length === 0 && (
        <p className={styles.none}>
          {error ? 'The accounts could not be loaded.' : 'No account is linked yet. '}
          {!error && <Link to="/account/add">Link one</Link>}
        </p>
      )}
      <ul className={styles.rows}>
        {accounts.map((account) => (
          <AccountRow key={account._id} account={account} toggles={pathname === '/'} />
        ))}
      </ul>
    </section>
  );
}
