import { getServerMessage } from '#web/platform/failed-call.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface LoadFailureProps {
  title: string;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => unknown;
}

/** Replaces content that could not be loaded: says why, and offers another try. */
export function LoadFailure({ title, error, isRetrying, onRetry }: LoadFailureProps) {
  return (
    <EmptyState
      title={title}
      why={getServerMessage(error, 'Could not reach the server.')}
      action={
        <Button busy={isRetrying} busyLabel="Retrying…" onClick={() => void onRetry()}>
          Try again
        </Button>
      }
    />
  );
}
