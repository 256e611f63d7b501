import { Fingerprint } from 'lucide-react';
import styles from './activity-card.module.css';
import type { Identity } from './identity.ts';

/** One sentence by which the accounts can be known. */
export function IdentityBox({ identity, several }: { identity: Identity | null; several: boolean }) {
  if (!identity) return null;
  const { weekday, weekdayShare, band, block, hashtag, mention, collaborator } = identity;
  return (
    <section className={styles.identity} aria-label="Identity statement">
      <Fingerprint size={20} aria-hidden="true" />
      <p>
        {several ? 'These accounts publish' : 'This account publishes'} most on <b>{weekday}s</b> ({weekdayShare}% of
        all posts), above all{' '}
        <b>
          {band} ({block})
        </b>
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
