import type { AlertSettings } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { recipientsQuery } from '#web/features/mail/index.ts';
import styles from './alerts.module.css';

/** Says what is missing if alerts have no recipient, or recipients no alerts. */
export function MailNote({ settings: { all, exceptions } }: { settings: AlertSettings }) {
  const { data } = useQuery(recipientsQuery);
  if (!data) return null;
  const isMailed = [all, ...exceptions].some(({ mail }) => mail.length > 0);
  const subscribed = data.recipients.filter(({ subscriptions }) => subscriptions.includes('alert'));
  if (isMailed === subscribed.length > 0) return null;
  return (
    <p className={styles.note} role="status">
      {isMailed
        ? 'No recipient receives alerts yet. Select Alerts for a recipient below.'
        : 'Your recipients of alerts get none until you turn on a kind by mail.'}
    </p>
  );
}
