import { Link } from '@tanstack/react-router';
import { Info, MessageSquarePlus, ShieldCheck } from 'lucide-react';
import { useUser } from '#web/platform/session/user.query.ts';
import { ClosedItem } from './closed-item.tsx';
import { preservePeriod } from './preserve-period.ts';
import styles from './side-panel.module.css';
import { usePages } from './use-pages.ts';

export function PanelMenu({ onOpen }: { onOpen?: () => void }) {
  const { user } = useUser();
  const isOperator = user.role === 'system-admin';
  const isOpen = isOperator || user.subscription.status === 'active';
  const { panel, dock } = usePages();
  // The rest are in the phone's dock.
  const more = panel.filter((page) => !(dock as readonly object[]).includes(page));
  const mayAsk = isOpen && user.roadmapAccess.add;
  return (
    <nav className={styles.menu} aria-label="More">
      <ClosedItem icon={<Info size={19} aria-hidden="true" />} reason="Not available yet">
        About
      </ClosedItem>
      {onOpen &&
        more.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} search={preservePeriod} className={styles.item} title={label} onClick={onOpen}>
            <Icon size={19} aria-hidden="true" />
            <span>{label}</span>
          </Link>
        ))}
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
