import { CircleHelp } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { Skeleton } from './skeleton.tsx';

interface GuideButtonProps {
  /** 'Views Card Guide' */
  title: string;
  /** A lazy `Guide`: it is loaded when it is asked for. */
  children: ReactNode;
}

/** The "?" of a card, and the dialog behind it. */
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
