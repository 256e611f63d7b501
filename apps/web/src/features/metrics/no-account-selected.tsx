import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Replaces a page about the selected accounts. */
export function NoAccountSelected() {
  return (
    <Card>
      <EmptyState
        title="No account is selected."
        why="Turn one on in the account list."
        action={
          <Link to="/" className={buttonClass('primary')}>
            Open the dashboard
          </Link>
        }
      />
    </Card>
  );
}
