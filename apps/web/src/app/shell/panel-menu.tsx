import { Link } from '@tanstack/react-router';
import { Info, Map as MapIcon, MessageSquarePlus, ShieldCheck } from 'lucide-react';
import { useUser } from '#web/platform/session/user.query.ts';
import styles from './side-panel.module.css';

export function PanelMenu({ onOpen }: { onOpen?: () => void }) {
  const { user } = useUser();
  const isOperator = user.role === 'system-admin';
  const isOpen = isOperator || user.subscription.status === 'active';
  const mayAsk = isOpen && user.roadmapAccess.add;
  return (
    <nav className={styles.menu} aria-label="More">
      <button type="button" className={styles.item} disabled title="About">
        <Info size={19} aria-hidden="true" />
        <span>About</span>
      </button>
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
        <button type="button" className={styles.item} disabled title="Upgrade to participate">
          <MessageSquarePlus size={19} aria-hidden="true" />
          <span>Feedback</span>
        </button>
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
