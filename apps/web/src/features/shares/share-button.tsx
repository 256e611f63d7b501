import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './share-button.module.css';

const ShareDialog = lazy(() => import('./share-dialog.tsx'));

/** Shares what the Overview shows. */
export default function ShareButton() {
  const [isOpen, setIsOpen] = useState(false);
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
      {isOpen && (
        <Suspense>
          <ShareDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
