import { Fingerprint } from 'lucide-react';
import styles from './activity-card.module.css';
import type { Identity } from './identity.ts';

/** Describes the accounts in one sentence. */
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
          'equally on several weekdays'
        )}
        {time && (
          <>
            , mainly{' '}
            <b>
              {time.band} ({time.block})
            </b>
          </>
        )}
        {hashtag && (
          <>
            , often using <b dir="auto">{hashtag}</b>
          </>
        )}
        {mention && (
          <>
            , and {several ? 'mention' : 'mentions'} <b dir="auto">{mention}</b> most
          </>
        )}
        .
        {collaborator && (
          <>
            {' '}
            Top collaborator: <b dir="auto">{collaborator}</b>.
          </>
        )}
      </p>
    </section>
  );
}
