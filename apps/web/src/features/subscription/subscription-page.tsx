import { CurrentPlan } from './own-plan.tsx';
import { PlanList } from './plan-list.tsx';
import styles from './subscription-page.module.css';

export function SubscriptionPage() {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Subscription</h1>
      <CurrentPlan />
      <section aria-labelledby="plans" className={styles.section}>
        <h2 id="plans" className={styles.subtitle}>
          All plans
        </h2>
        <PlanList />
      </section>
    </div>
  );
}
