import type { OwnSubscription } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import { useUser } from '#web/platform/session/user.query.ts';
import { dateLabel } from '#web/platform/format.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip, type ChipTone } from '#web/ui/chip.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { describeLimit } from './account-limit.ts';
import styles from './own-plan.module.css';
import { formatPrice } from './price.ts';
import { subscriptionQuery } from './subscription.query.ts';
import { usePaymentPortal } from './use-payment-portal.ts';

/** The user's plan: its content, end and price, and the way to change it. */
export function CurrentPlan() {
  const { user, product } = useUser();
  const { data: own, isPending } = useQuery(subscriptionQuery);
  const { tone, word } = getState(own ?? { ...user.subscription, cancelAt: product.cancelAt, pastDue: false });
  return (
    <Card title="Your plan">
      <div className={styles.plan}>
        <div className={styles.words}>
          <p className={styles.name}>
            {product.name} <Chip tone={tone}>{word}</Chip>
          </p>
          <p className={styles.facts}>
            {describeLimit(user.accountLimits)}
            {user.accountLimits.total > 0 || user.accountLimits.unlimited ? `, ${user.accountRefs.length} linked` : ''}.
          </p>
          {own ? (
            <p className={styles.facts}>{toSentence(own, user.role === 'system-admin')}</p>
          ) : (
            isPending && (
              <p className={styles.facts}>
                <Skeleton width={240} height="1lh" />
              </p>
            )
          )}
        </div>
        {own ? <Actions own={own} accounts={user.accountRefs.length} /> : isPending && <ActionsSkeleton />}
      </div>
    </Card>
  );
}

/** Two buttons, as an active plan has; other plans have one or none. */
function ActionsSkeleton() {
  return (
    <div className={styles.actions} aria-hidden="true">
      <Skeleton width={158} height="2.5rem" radius={12} />
      <Skeleton width={182} height="2.5rem" radius={12} />
    </div>
  );
}

function Actions({ own, accounts }: { own: OwnSubscription; accounts: number }) {
  const navigate = useNavigate();
  const portal = usePaymentPortal(() => void navigate({ to: '/profile' }));
  return (
    <div className={styles.actions}>
      {own.status === 'active' && (
        <Link to={accounts > 0 ? '/' : '/account/add'} className={buttonClass(own.pastDue ? 'plain' : 'soft')}>
          {accounts > 0 ? 'Open the dashboard' : 'Connect an account'}
        </Link>
      )}
      {own.hasPortal && (
        <Button
          variant={own.pastDue || own.cancelAt || (own.status === 'canceled' && !own.canPay) ? 'primary' : 'plain'}
          icon={<CreditCard size={17} aria-hidden="true" />}
          busy={portal.isPending}
          onClick={() => portal.open()}
        >
          {describePortal(own)}
        </Button>
      )}
      {portal.problem && <Alert onDismiss={portal.reset}>{portal.problem}</Alert>}
    </div>
  );
}

function describePortal({ status, pastDue, cancelAt }: OwnSubscription): string {
  if (status === 'canceled') return 'Renew Subscription';
  if (pastDue) return 'Update payment method';
  return cancelAt ? 'Keep my plan' : 'Manage Subscription';
}

function getState({ status, cancelAt, pastDue }: Pick<OwnSubscription, 'status' | 'cancelAt' | 'pastDue'>): {
  tone: ChipTone;
  word: string;
} {
  if (status === 'canceled') return { tone: 'bad', word: 'Canceled' };
  if (status === 'free') return { tone: 'neutral', word: 'Free' };
  if (pastDue) return { tone: 'warn', word: 'Payment overdue' };
  return cancelAt ? { tone: 'warn', word: 'Ending' } : { tone: 'good', word: 'Active' };
}

function toSentence(
  { status, source, cancelAt, currentPeriodEnd, canPay, price }: OwnSubscription,
  isOperator: boolean,
) {
  if (status === 'free')
    return canPay || isOperator ? 'Choose a plan below to open the dashboard.' : 'Ask your administrator for a plan.';
  if (status === 'canceled') return currentPeriodEnd ? `Ended on ${dateLabel(currentPeriodEnd)}.` : 'It has ended.';
  if (cancelAt) return `Access ends on ${dateLabel(cancelAt)}. Your data is safe and you won’t be charged again.`;
  const renewal = currentPeriodEnd ? `Auto renews on ${dateLabel(currentPeriodEnd)}` : 'No end date';
  if (source === 'operator') return `Assigned by your administrator, free of charge. ${renewal}.`;
  return price ? `${formatPrice(price)}. ${renewal}.` : `${renewal}.`;
}
