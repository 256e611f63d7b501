import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** An account that does not exist, or is somebody else's: the two look the same. */
export function NotFound() {
  return (
    <EmptyState
      title="There is no such account here"
      why="It may have been unlinked, or the address has a typing error."
      action={
        <Link to="/" className={buttonClass('primary')}>
          Back to the dashboard
        </Link>
      }
    />
  );
}
