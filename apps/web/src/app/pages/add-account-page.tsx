import { AccountConnectionsCard } from '#web/features/connections/index.ts';
import styles from './pages.module.css';

export { InstagramReturnPage } from '#web/features/connections/index.ts';

export function AddAccountPage() {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Add an account</h1>
      <p className={styles.lede}>Connect your Meta Business login, then choose the accounts to track.</p>
      <AccountConnectionsCard />
    </div>
  );
}
