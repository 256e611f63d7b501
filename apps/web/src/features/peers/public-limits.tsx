import { Card } from '#web/ui/card.tsx';
import styles from './peers-page.module.css';

/** Explains the limits of public figures, so that nobody reads more into them. */
export function PublicLimits() {
  return (
    <Card title="What public data can’t show" data-panel="peer-limits">
      <ul className={styles.limits}>
        <li>Other accounts’ reach, saves, shares and stories: Instagram shows them only to the owner.</li>
        <li>Likes, comments and views may include ads; the two can’t be separated.</li>
        <li>Hidden likes are unknown. Likes and engagement exclude those posts instead of counting zero.</li>
        <li>Your account is measured the same way as its peers, so its numbers differ from the dashboard.</li>
        <li>
          Growth starts on the day you add a peer. Only public professional accounts without an age limit can be added.
        </li>
      </ul>
    </Card>
  );
}
