import { Fingerprint } from 'lucide-react';
import styles from './activity-card.module.css';
import type { Identity } from './identity.ts';

/** One sentence by which the accounts can be known. */
export function IdentityBox({ identity, several }: { identity: Identity | null; several: boolean }) {
  if (!identity) return null;
  const { weekdays, weekdayShare, time, hashtag, mention, collaborator } = identity;
  const each = weekdays.length > 1 ? 'each' : 'of all posts';
  return (
    <section className={styles.identity} aria-label="Identity statement">
      <Fingerprint size={20} aria-hidden="true" />
      <p>
        {several ? 'These accounts publish' : 'This account publishes'}{' '}
        {weekdays.length > 0 ? (
          <>
            most on <b>{weekdays.map((weekday) => `${weekday}s`).join(' and ')}</b> ({weekdayShare}% {each})
          </>
        ) : (
          'on several weekdays alike'
        )}
        {time && (
          <>
            , above all{' '}
            <b>
              {time.band} ({time.block})
            </b>
          </>
        )}
        {hashtag && (
          <>
            , known by <b dir="auto">{hashtag}</b>
          </>
        )}
        {mention && (
          <>
            , and {several ? 'name' : 'names'} <b dir="auto">{mention}</b> most
          </>
        )}
        .
        {collaborator && (
          <>
            {' '}
            First choice to work with: <b dir="auto">{collaborator}</b>.
          </>
        )}
      </p>
    </section>
  );
}
