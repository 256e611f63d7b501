import { CircleHelp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { lazyPart } from './lazy-part.tsx';

const GuideDialog = lazyPart(async () => (await import('./guide-dialog.tsx')).GuideDialog);

interface GuideButtonProps {
  /** Title such as 'Views Card Guide'. */
  title: string;
  /** A lazy `Guide`, loaded on opening. */
  children: ReactNode;
}

/** A card's "?" button and its dialog. */
export function GuideButton({ title, children }: GuideButtonProps) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <IconButton label={title} size="small" onClick={() => setOpen(true)}>
        <CircleHelp size={17} aria-hidden="true" />
      </IconButton>
      {open !== null && (
        <GuideDialog open={open} onClose={() => setOpen(false)} title={title}>
          {children}
        </GuideDialog>
      )}
    </>
  );
}
