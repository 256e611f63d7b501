import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** A page that crashed, or whose chunk a newer version of the app no longer serves: reloading helps in both cases. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <EmptyState
      title="Something went wrong"
      why={error instanceof Error ? error.message : undefined}
      action={
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    />
  );
}
