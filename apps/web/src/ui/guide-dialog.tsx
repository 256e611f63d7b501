import { type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface GuideDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

export function GuideDialog({ open, onClose, title, children }: GuideDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      width="medium"
      footer={
        <Button variant="primary" onClick={onClose}>
          Got it
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
