import { Link } from '@tanstack/react-router';
import { ChartSpline, Clock4, Info, Map as MapIcon, MessageSquarePlus, ShieldCheck, Tag } from 'lucide-react';
import { useUser } from '#web/platform/session/user.query.ts';
import { useAccounts } from '#web/features/accounts/index.ts';
import { ClosedItem } from './closed-item.tsx';
import { preservePeriod } from './preserve-period.ts';
import styles from './side-panel.module.css';

export function PanelMenu({ onOpen }: { onOpen?: () => void }) {
  const { user } = useUser();
  const isOperator = user.role === 'system-admin';
  const isOpen = isOperator || user.subscription.status === 'active';
  const { length } = useAccounts().accounts;
  const mayAsk = isOpen && user.roadmapAccess.add;
  return (
    <nav className={styles.menu} aria-label="More">
      <ClosedItem icon={<Info size={19} aria-hidden="true" />} reason="Not available yet">
        About
      </ClosedItem>
      {onOpen && isOpen && length > 1 && (
        <Link to="/compare" search={preservePeriod} className={styles.item} title="Compare accounts" onClick={onOpen}>
          <ChartSpline size={19} aria-hidden="true" />
          <span>Compare accounts</span>
        </Link>
      )}
      {onOpen && isOpen && length > 0 && (
        <Link
          to="/best-time"
          search={preservePeriod}
          className={styles.item}
          title="Best time to post"
          onClick={onOpen}
        >
          <Clock4 size={19} aria-hidden="true" />
          <span>Best time to post</span>
        </Link>
      )}
      {onOpen && isOpen && length > 0 && (
        <Link to="/labels" search={preservePeriod} className={styles.item} title="Labels" onClick={onOpen}>
          <Tag size={19} aria-hidden="true" />
          <span>Labels</span>
        </Link>
      )}
      {onOpen && isOpen && user.roadmapAccess.view && (
        <Link to="/roadmap" className={styles.item} title="Roadmap" onClick={onOpen}>
          <MapIcon size={19} aria-hidden="true" />
          <span>Roadmap</span>
        </Link>
      )}
      {mayAsk ? (
        <Link to="/roadmap" search={{ action: 'request' }} className={styles.item} title="Feedback" onClick={onOpen}>
          <MessageSquarePlus size={19} aria-hidden="true" />
          <span>Feedback</span>
        </Link>
      ) : (
        <ClosedItem icon={<MessageSquarePlus size={19} aria-hidden="true" />} reason="Upgrade to participate">
          Feedback
        </ClosedItem>
      )}
      {isOperator && (
        <Link to="/system" className={styles.item} title="System" onClick={onOpen}>
          <ShieldCheck size={19} aria-hidden="true" />
          <span>System</span>
        </Link>
      )}
    </nav>
  );
}
