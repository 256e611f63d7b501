import { CircleHelp } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { Skeleton } from './skeleton.tsx';

interface GuideButtonProps {
  /** Such as 'Views Card Guide'. */
  title: string;
  /** A lazy `Guide`, loaded when it is opened. */
  children: ReactNode;
}

/** A card's "?" button and its dialog. */
export function GuideButton({ title, children }: GuideButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton label={title} size="small" onClick={() => setOpen(true)}>
        <CircleHelp size={17} aria-hidden="true" />
      </IconButton>
      <Dialog
        open={open}
        onClose={close}
        title={title}
        width="medium"
        footer={
          <Button variant="primary" onClick={close}>
            Got it
          </Button>
        }
      >
        <Suspense fallback={<Skeleton height={320} radius={16} />}>{children}</Suspense>
      </Dialog>
    </>
  );
}
