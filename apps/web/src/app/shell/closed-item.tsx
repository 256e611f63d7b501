import type { ReactNode } from 'react';
import { Tooltip } from '#web/ui/tooltip.tsx';
import styles from './side-panel.module.css';

/** A disabled entry that stays focusable, so that everyone can learn the reason. */
export function ClosedItem({ icon, reason, children }: { icon: ReactNode; reason: string; children: string }) {
  return (
    <Tooltip text={reason} side="right">
      <button type="button" className={styles.item} aria-disabled="true">
        {icon}
        <span>{children}</span>
      </button>
    </Tooltip>
  );
}
