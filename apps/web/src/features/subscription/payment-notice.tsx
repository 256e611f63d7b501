import { useNavigate } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useUser } from '#web/platform/session/user.query.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './payment-notice.module.css';
import { usePaymentPortal } from './use-payment-portal.ts';
import { usePaymentReturn } from './use-payment-return.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const Alert = lazyPart(async () => (await import('#web/ui/alert.tsx')).Alert);

/** Shown on every page while a payment is overdue: access continues for now, and the button leads to the payment. */
export function PaymentNotice() {
  usePaymentReturn();
  const { user } = useUser();
  const navigate = useNavigate();
  const portal = usePaymentPortal(() => void navigate({ to: '/subscription' }));
  if (!user.subscription.pastDue) return null;
  return (
    <section className={styles.notice} aria-label="Payment">
      <TriangleAlert size={19} aria-hidden="true" />
      <p>
        <strong>Your last payment failed.</strong> You keep your access while we retry your card.
      </p>
      <Button size="small" busy={portal.isPending} onClick={portal.open}>
        Update payment method
      </Button>
      {portal.problem && <Alert onDismiss={portal.reset}>{portal.problem}</Alert>}
    </section>
  );
}
