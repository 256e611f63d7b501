import { useNavigate } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useUser } from '#web/platform/session/user.query.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './payment-notice.module.css';
import { usePaymentPortal } from './use-payment-portal.ts';
import { usePaymentReturn } from './use-payment-return.ts';

/** On every page while a payment is missing: access goes on for now, and there is one way to keep it. */
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
        <strong>Your last payment did not go through.</strong> Your access goes on while your card is tried again.
      </p>
      <Button size="small" busy={portal.isPending} onClick={() => portal.mutate()}>
        Update payment method
      </Button>
    </section>
  );
}
