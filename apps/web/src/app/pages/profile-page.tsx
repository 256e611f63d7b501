import { AccountConnectionsCard } from '#web/features/connections/index.ts';
import { ProfileColumn, ProfileInformation } from '#web/features/profile/index.ts';
import { PlanNotice } from './plan-notice.tsx';
import styles from './pages.module.css';

export function ProfilePage() {
  return (
    <div className={styles.profile}>
      <ProfileColumn />
      <div className={styles.side}>
        <PlanNotice />
        <div role="tablist" aria-label="Profile" className={styles.tabs}>
          <button type="button" role="tab" aria-selected="true" aria-controls="profile-overview" className={styles.tab}>
            Overview
          </button>
        </div>
        <div id="profile-overview" role="tabpanel" aria-label="Overview" className={styles.panel}>
          <ProfileInformation />
          <AccountConnectionsCard />
        </div>
      </div>
    </div>
  );
}
