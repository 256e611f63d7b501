import { useQuery } from '@tanstack/react-query';
import { lastSyncInSentence } from '#web/platform/instant-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { describeBrowser } from './describe-browser.ts';
import { useSession } from './session-context.ts';
import { sessionsQuery, useEndSession } from './sessions.query.ts';

/** Lists the browsers in which the user is signed in. */
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
        <RowList>
          {data.sessions.map(({ id, userAgent, lastUsedAt, createdAt, isCurrent }) => (
            <Row
              key={id}
              name={
                <>
                  {describeBrowser(userAgent)} {isCurrent && <Chip tone="accent">This browser</Chip>}
                </>
              }
              notes={[`Last used ${lastSyncInSentence(lastUsedAt)} · signed in ${lastSyncInSentence(createdAt)}`]}
            >
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
            </Row>
          ))}
        </RowList>
      ) : error ? (
        <LoadFailure title="Could not load your sessions" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={96} />
      )}
    </Card>
  );
}
