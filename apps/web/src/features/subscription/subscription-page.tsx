import { useUser } from '#web/platform/session/user.query.ts';
import { dateLabel } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { limitInWords } from './account-limit.ts';
import { PlanList } from './plan-list.tsx';
import styles from './subscription-page.module.css';

const statusWords = { active: 'Active', canceled: 'Canceled', free: 'Free' } as const;

export function SubscriptionPage() {
  const { user, product } = useUser();
  const { status } = user.subscription;
  const renews = renewalInWords(status, product);
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Subscription</h1>
      <Card title="Your plan">
        <div className={styles.current}>
          <p className={styles.name}>{product.name}</p>
          <Chip tone={status === 'active' ? 'good' : status === 'canceled' ? 'bad' : 'neutral'}>
            {statusWords[status]}
          </Chip>
          <p className={styles.facts}>
            {limitInWords(user.accountLimits)}, {user.accountRefs.length} linked.{renews && ` ${renews}`}
          </p>
        </div>
      </Card>
      <section aria-labelledby="plans" className={styles.section}>
        <h2 id="plans" className={styles.subtitle}>
          All plans
        </h2>
        <PlanList />
        <p className={styles.ask}>Ask your operator to change your plan.</p>
      </section>
    </div>
  );
}

function renewalInWords(
  status: keyof typeof statusWords,
  { cancelAt, currentPeriodEnd }: { cancelAt: string | null; currentPeriodEnd: string | null },
): string {
  if (status === 'active' && cancelAt) return `Access ends on ${dateLabel(cancelAt)}.`;
  if (status === 'active' && currentPeriodEnd) return `Auto renews on ${dateLabel(currentPeriodEnd)}.`;
  if (status === 'canceled' && currentPeriodEnd) return `Ended on ${dateLabel(currentPeriodEnd)}.`;
  return '';
}
