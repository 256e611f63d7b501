import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '#web/platform/session/workspace.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './share-button.module.css';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const ShareDialog = lazyComponent(async () => (await import('./share-dialog.tsx')).default);

/** Shares the Overview's current view. */
export default function ShareButton() {
  const [isOpen, setIsOpen] = useState(false);
  if (!useMay('editor')) return null;
  return (
    <>
      <Button
        size="small"
        className={styles.button}
        icon={<Share2 size={15} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        <span>Share</span>
      </Button>
      {isOpen && <ShareDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
