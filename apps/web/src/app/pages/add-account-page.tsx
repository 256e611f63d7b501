import { AccountConnectionsCard } from '#web/features/connections/index.ts';
import styles from './pages.module.css';

export function AddAccountPage() {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Add an account</h1>
      <p className={styles.lede}>Connect your business login, then link the accounts that Tidemark shall follow.</p>
      <AccountConnectionsCard />
    </div>
  );
}
