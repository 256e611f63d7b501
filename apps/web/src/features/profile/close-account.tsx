import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { subscriptionQuery, usePaymentPortal, useShowsPlan } from '#web/features/subscription/index.ts';
import { dateLabel } from '#web/platform/format.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './dialogs.module.css';

/** Hidden once the subscription is cancelled. */
export function CloseAccount() {
  const { status } = useUser().user.subscription;
  const [open, setOpen] = useState(false);
  const [unpaid, setUnpaid] = useState(false);
  const { data: own } = useQuery({ ...subscriptionQuery, enabled: open });
  if (status === 'canceled') return null;
  const isPaid = status === 'active' && own?.hasPortal !== false && !unpaid;
  const close = () => setOpen(false);

  return (
    <>
      <Button variant="text" onClick={() => setOpen(true)}>
        Close Account
      </Button>
      {isPaid ? (
        <CancelPaid open={open} onClose={close} onUnpaid={() => setUnpaid(true)} />
      ) : (
        <CloseUnpaid open={open} onClose={close} isFree={status === 'free'} />
      )}
    </>
  );
}

interface CloseDialogProps {
  open: boolean;
  onClose: () => void;
}

function CancelPaid({ open, onClose, onUnpaid }: CloseDialogProps & { onUnpaid: () => void }) {
  const { product } = useUser();
  const portal = usePaymentPortal(onUnpaid);
  const ends = product.cancelAt ?? product.currentPeriodEnd;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Close Account"
      width="small"
      footer={
        <DialogActions variant="danger" busy={portal.isPending} onClick={portal.open} onCancel={onClose}>
          Continue to Cancel
        </DialogActions>
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
        {portal.problem && <Alert onDismiss={portal.reset}>{portal.problem}</Alert>}
      </div>
    </Dialog>
  );
}

function CloseUnpaid({ open, onClose, isFree }: CloseDialogProps & { isFree: boolean }) {
  const showsPlan = useShowsPlan();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Close Account"
      width="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Link to="/profile" search={{ tab: 'your-data' }} className={buttonClass('primary')} onClick={onClose}>
            Go to Your Data
          </Link>
        </>
      }
    >
      <div className={styles.words}>
        <p>
          {isFree
            ? 'You’re on the free plan, so there is no subscription to cancel.'
            : showsPlan
              ? 'Your plan isn’t billed through the payment portal, so there is nothing to cancel there. Ask your administrator to end it.'
              : 'There is no subscription to cancel.'}
        </p>
        <p>To close your account, delete everything stored about you under Your Data. You can download it first.</p>
      </div>
    </Dialog>
  );
}
