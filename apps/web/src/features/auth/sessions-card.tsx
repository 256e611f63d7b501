import { useQuery } from '@tanstack/react-query';
import { getServerMessage } from '#web/platform/call.ts';
import { lastSyncInSentence } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { describeBrowser } from './describe-browser.ts';
import { useSession } from './session-context.ts';
import styles from './sessions-card.module.css';
import { sessionsQuery, useEndSession } from './sessions.query.ts';

/** The browsers in which the user is signed in. */
export function SessionsCard() {
  const { session } = useSession();
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery);
  const end = useEndSession();

  return (
    <Card
      title="Where You Are Signed In"
      tools={
        <Button size="small" onClick={() => void session.logOut({ everywhere: true })}>
          Log out on all devices
        </Button>
      }
    >
      {data ? (
        <ul className={styles.sessions}>
          {data.sessions.map(({ id, userAgent, lastUsedAt, createdAt, isCurrent }) => (
            <li key={id} className={styles.session}>
              <div>
                <h3 className={styles.browser}>
                  {describeBrowser(userAgent)} {isCurrent && <Chip tone="accent">This browser</Chip>}
                </h3>
                <p className={styles.note}>
                  Last used {lastSyncInSentence(lastUsedAt)} · signed in {lastSyncInSentence(createdAt)}
                </p>
              </div>
              {!isCurrent && (
                <Button
                  size="small"
                  busy={end.isPending && end.variables === id}
                  busyLabel="Signing out…"
                  aria-label={`Log out ${describeBrowser(userAgent)}`}
                  onClick={() => end.mutate(id)}
                >
                  Log out
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : error ? (
        <EmptyState
          title="Could not load your sessions"
          why={getServerMessage(error, 'Could not reach the server.')}
          action={
            <Button busy={isFetching} busyLabel="Retrying…" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <Skeleton height={96} />
      )}
    </Card>
  );
}
