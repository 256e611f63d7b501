import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Looks the same for accounts that do not exist and for other users' accounts. */
export function NotFound() {
  return (
    <EmptyState
      isPageTitle
      title="Account not found"
      why="It may have been unlinked, or the link may be wrong."
      action={
        <Link to="/" className={buttonClass('primary')}>
          Back to the dashboard
        </Link>
      }
    />
  );
}
