import { Card } from '#web/ui/card.tsx';
import styles from './peers-page.module.css';

/** Explains the limits of public figures, so that nobody reads more into them. */
export function PublicLimits() {
  return (
    <Card title="What public figures do not show" data-panel="peer-limits">
      <ul className={styles.limits}>
        <li>
          Reach, saves, shares and stories of other accounts are not compared: Instagram shows them to their owners
          only.
        </li>
        <li>Likes, comments and views may come from advertising, which can’t be separated from the rest.</li>
        <li>
          Likes that an owner has hidden are unknown. Those posts are left out of likes and engagement, not counted as
          zero.
        </li>
        <li>
          Your own account is computed from the same figures as its peers, so that its values differ from those on the
          dashboard.
        </li>
        <li>
          Growth starts on the day you add a peer. Only public professional accounts without an age limit can be added.
        </li>
      </ul>
    </Card>
  );
}
