import type { Product, SubscriptionStatus } from '@tidemark/contract';
import { useEffect, useState } from 'react';
import { dateLabel } from '#web/platform/format.ts';
import { countdown } from '#web/platform/instant-labels.ts';
import styles from './plan-line.module.css';
import { serverNow } from '#web/platform/server-clock.ts';

interface PlanLineProps {
  status: SubscriptionStatus;
  product: Product;
}

export function PlanLine({ status, product: { name, cancelAt, currentPeriodEnd } }: PlanLineProps) {
  if (cancelAt) {
    return (
      <>
        <p className={styles.line}>
          Access ends in <Countdown until={cancelAt} />
        </p>
        <p className={styles.date}>on {dateLabel(cancelAt)}</p>
      </>
    );
  }
  if (!currentPeriodEnd) return null;
  return (
    <p className={styles.line}>
      Your {name} {status === 'canceled' ? '' : 'plan '}
      <span>
        {status === 'canceled' ? 'access ended on' : 'auto renews on'} {dateLabel(currentPeriodEnd)}
      </span>
    </p>
  );
}

const tickMilliseconds = 1000;

function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState(() => serverNow().getTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow().getTime()), tickMilliseconds);
    return () => clearInterval(timer);
  }, []);
  return (
    <time className={styles.time} dateTime={until}>
      {countdown(until, now)}
    </time>
  );
}
