import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { usePaymentPortal } from '#web/features/subscription/index.ts';
import { dateLabel } from '#web/platform/format.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './dialogs.module.css';

/** Hidden once the subscription is cancelled. */
export function CloseAccount() {
  const { user, product } = useUser();
  const [open, setOpen] = useState(false);
  const [unpaid, setUnpaid] = useState(false);
  const portal = usePaymentPortal(() => setUnpaid(true));
  const ends = product.cancelAt ?? product.currentPeriodEnd;
  if (user.subscription.status === 'canceled') return null;

  function close() {
    setOpen(false);
    setUnpaid(false);
  }

  return (
    <>
      <Button variant="danger" icon={<CircleX size={17} aria-hidden="true" />} onClick={() => setOpen(true)}>
        Close Account
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="Close Account"
        width="small"
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="danger" busy={portal.isPending} disabled={unpaid} onClick={() => portal.mutate()}>
              Continue to Cancel
            </Button>
          </>
        }
      >
        <div className={styles.words}>
          <p>You will be taken to the payment portal to cancel your subscription.</p>
          <p>
            Your access remains until the end of your current billing cycle
            {ends && (
              <>
                {' '}
                on <strong>{dateLabel(ends)}</strong>
              </>
            )}
            .
          </p>
          {unpaid && (
            <p role="status" className={styles.aside}>
              Your plan isn’t billed through the payment portal, so there is nothing to cancel there. Ask your
              administrator to end it, or delete everything under Your Data.
            </p>
          )}
        </div>
      </Dialog>
    </>
  );
}
