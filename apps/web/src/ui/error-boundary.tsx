import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { LazyErrorDetails } from './lazy-error-details.tsx';
import { CodeLoadError } from './lazy-part.tsx';

interface ErrorBoundaryProps {
  fallback: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Shows the fallback if its children fail to render; the rest of the page stays. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  private readonly retry = () => this.setState({ failure: null });

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error, this.retry) : this.props.children;
  }
}

/** Wraps one card: if it fails to render, a card with the same title says so and offers another try. */
export function CardBoundary({ title, children }: { title: string; children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={(error, retry) => (
        <Card title={title} role="alert">
          <EmptyState
            compact
            title="Something went wrong"
            why="This card could not be shown. The rest of the page works."
            action={
              error instanceof CodeLoadError ? (
                <Button onClick={() => location.reload()}>Reload</Button>
              ) : (
                <Button onClick={retry}>Try again</Button>
              )
            }
          />
          <LazyErrorDetails error={error} />
        </Card>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
