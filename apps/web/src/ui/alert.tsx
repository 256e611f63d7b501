import { TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './alert.module.css';
import { IconButton } from './icon-button.tsx';

/** An inline error; it stays until it is dismissed. */
export function Alert({ onDismiss, children }: { onDismiss: () => void; children: ReactNode }) {
  return (
    <div role="alert" className={styles.alert}>
      <TriangleAlert size={18} aria-hidden="true" />
      <p>{children}</p>
      <IconButton label="Dismiss" size="small" tooltip={false} onClick={onDismiss}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
