import { Clock } from 'lucide-react';
import { timeFromNow } from '#web/features/accounts/index.ts';
import { clockSkew, serverNow } from '#web/platform/server-clock.ts';
import styles from './banner.module.css';

/** Says by how much this computer's clock is wrong: other pages, and sign-ins, depend on it. */
export default function ClockNotice() {
  const skew = clockSkew();
  if (skew === 0) return null;
  const now = serverNow();
  const distance = timeFromNow(new Date(now.getTime() + Math.abs(skew)).toISOString(), now.getTime()).slice(
    'in '.length,
  );
  return (
    <section className={styles.banner} aria-label="This computer’s clock">
      <Clock size={19} aria-hidden="true" />
      <p>
        <strong>
          Your computer’s clock is {distance} {skew < 0 ? 'ahead' : 'behind'}.
        </strong>{' '}
        Tidemark uses the server’s time.
      </p>
    </section>
  );
}
