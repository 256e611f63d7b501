import { useNavigate } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import { usePaymentPortal } from '#web/features/subscription/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';

/** Hidden on the free plan, where there is nothing to manage. */
export function ManageSubscription() {
  const { status } = useUser().user.subscription;
  const navigate = useNavigate();
  const portal = usePaymentPortal(() => void navigate({ to: '/subscription' }));
  if (status === 'free') return null;
  return (
    <>
      <Button icon={<CreditCard size={17} aria-hidden="true" />} busy={portal.isPending} onClick={portal.open}>
        {status === 'canceled' ? 'Renew Subscription' : 'Manage Subscription'}
      </Button>
      {portal.problem && <Alert onDismiss={portal.reset}>{portal.problem}</Alert>}
    </>
  );
}
