import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** A page that broke, or whose part a newer version of the app no longer serves: loading anew helps both. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <EmptyState
      title="This page could not be shown"
      why={error instanceof Error ? error.message : undefined}
      action={
        <Button variant="primary" onClick={() => window.location.reload()}>
          Load it again
        </Button>
      }
    />
  );
}
