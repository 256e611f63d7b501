import { Link } from '@tanstack/react-router';
import { useShowAllAccounts, type useAccounts } from '#web/features/accounts/index.ts';
import { useWorkspaces } from '#web/platform/session/workspace.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import styles from './analytics-page.module.css';

/**
 * Shows one message instead of an empty state in every card. Observes no query: each new observer of the failed account
 * list would load it again and replace the message.
 */
export function NoAccounts({ accounts, error, refetch }: ReturnType<typeof useAccounts>) {
  const showAll = useShowAllAccounts();
  const isOwn = !useWorkspaces().workspace;
  const hasAccounts = accounts.length > 0;
  return (
    <div className={styles.page}>
      <h1 className="vh">Instagram</h1>
      <Card>
        {hasAccounts ? (
          <EmptyState
            title="No accounts selected."
            why="Turn on an account to see its numbers."
            action={
              <Button variant="primary" onClick={showAll}>
                Show all accounts
              </Button>
            }
          />
        ) : error ? (
          <EmptyState
            title="Could not load accounts."
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        ) : (
          <EmptyState
            title="No accounts linked yet."
            why={
              isOwn
                ? 'Link an Instagram account, and its numbers appear here.'
                : 'Accounts that the team adds to this workspace appear here.'
            }
            action={
              isOwn && (
                <Link to="/account/add" className={buttonClass('primary')}>
                  Link an account
                </Link>
              )
            }
          />
        )}
      </Card>
    </div>
  );
}
