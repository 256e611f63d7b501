import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { LazyErrorDetails } from '#web/ui/lazy-error-details.tsx';
import styles from './page-failed.module.css';

/** Shown if a page crashed, or if a newer version no longer serves its chunk: reloading helps in both cases. */
export function PageFailed({ error }: Pick<ErrorComponentProps, 'error'>) {
  return (
    <section className={styles.failed} role="alert">
      <h1 className={styles.title}>Something went wrong</h1>
      <p>This page could not be shown; reloading usually helps.</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
      <LazyErrorDetails error={error} />
    </section>
  );
}
