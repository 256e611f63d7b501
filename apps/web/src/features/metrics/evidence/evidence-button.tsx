import { FileSearch } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface EvidenceButtonProps {
  /** Several numbers are explained in one dialog. */
  isPlural?: boolean;
  title: string;
  /** Loads when the dialog opens. */
  children: ReactNode;
}

/** Opens where numbers come from. */
export function EvidenceButton({ isPlural = false, title, children }: EvidenceButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<FileSearch size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {isPlural ? 'Where these numbers come from' : 'Where this number comes from'}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title} width="medium">
        {children}
      </Dialog>
    </>
  );
}
