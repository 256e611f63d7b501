import { useParams } from '@tanstack/react-router';
import { AccountConnectionsCard, BlueskyReturnPage, InstagramReturnPage } from '#web/features/connections/index.ts';
import { NotFound } from '../screens/not-found.tsx';
import styles from './pages.module.css';

/** Where a network sends the browser back after a sign-in there. */
export function ReturnPage() {
  const { network } = useParams({ strict: false });
  if (network === 'instagram') return <InstagramReturnPage />;
  return network === 'bluesky' ? <BlueskyReturnPage /> : <NotFound />;
}

export function AddAccountPage() {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Add an account</h1>
      <p className={styles.lede}>Connect your Meta Business login, then choose the accounts to track.</p>
      <AccountConnectionsCard />
    </div>
  );
}
