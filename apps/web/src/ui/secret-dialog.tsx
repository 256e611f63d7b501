import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface SecretDialogProps {
  title: string;
  /** The content's layout. */
  className: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Shows a new secret to copy. */
export function SecretDialog({ title, className, onClose, children }: SecretDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} width="small" footer={<Button onClick={onClose}>Done</Button>}>
      <div className={className}>{children}</div>
    </Dialog>
  );
}
