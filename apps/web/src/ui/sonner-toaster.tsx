import { useEffect } from 'react';
import { Toaster } from 'sonner';
import styles from './toaster.module.css';

const shownForMs = 4000;

export { toast } from 'sonner';

/** Loaded with the first toast. */
export function SonnerToaster({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return (
    <Toaster
      position="bottom-right"
      duration={shownForMs}
      closeButton
      gap={10}
      offset={20}
      mobileOffset={{ bottom: 88, left: 16, right: 16 }}
      className={styles.toaster}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: styles.toast,
          title: styles.title,
          actionButton: styles.action,
          closeButton: styles.close,
        },
      }}
    />
  );
}
