import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useAccounts, useNetworkAccounts } from '#web/features/accounts/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { useWorkspaces } from '#web/platform/session/workspace.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { AccountChoice } from './account-choice.tsx';
import styles from './account-list.module.css';
import { findFacts } from '../pages.ts';
import { usePathname } from './use-pathname.ts';

/** Toggles accounts on pages for all accounts; on an account's page, the rows link to the other accounts. */
export function AccountList() {
  const pathname = usePathname();
  const accounts = useNetworkAccounts();
  const { isPending, error } = useAccounts();
  const isActive = useUser().user.subscription.status === 'active';
  const isOwn = !useWorkspaces().workspace;
  const navigate = useNavigate();
  const toggles = findFacts(pathname)?.covers !== undefined;
  const wanted = toggles || pathname.startsWith('/account/');
  if (!wanted || isPending || !isActive) return <div className={styles.list} />;

  return (
    <section className={styles.list} aria-label="Accounts">
      <header className={styles.head}>
        <h2 className={styles.title}>Accounts</h2>
        {accounts.length > 1 && <span className={styles.count}>{accounts.length}</span>}
        {isOwn && (
          <IconButton label="Add an account" size="small" onClick={() => void navigate({ to: '/account/add' })}>
            <Plus size={17} aria-hidden="true" />
          </IconButton>
        )}
      </header>
      {accounts.length === 0 && (
        <p className={styles.none}>
          {error ? 'Could not load accounts.' : 'No accounts linked yet. '}
          {!error && isOwn && pathname !== '/account/add' && <Link to="/account/add">Link an account</Link>}
        </p>
      )}
      <AccountChoice toggles={toggles} />
    </section>
  );
}
