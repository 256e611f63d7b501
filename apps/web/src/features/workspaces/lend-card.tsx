import { useQuery } from '@tanstack/react-query';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { lendableQuery, useBring } from './members.query.ts';
import styles from './workspaces.module.css';

/** Brings accounts that the user has connected into the workspace of somebody else. */
export function LendCard() {
  const { data, error, isFetching, refetch } = useQuery(lendableQuery);
  const bring = useBring();
  return (
    <Card title="Your Accounts">
      {data ? (
        <div className={styles.team}>
          <p className={styles.text}>
            {data.accounts.length === 0
              ? 'Link an account in your own workspace first. Then you can add it to this one.'
              : 'The team sees the accounts that you add, for as long as you are a member and your connection works.'}
          </p>
          <RowList>
            {data.accounts.map(({ accountId, username, name, isThere }) => (
              <Row key={accountId} name={<bdi>{name ?? username}</bdi>} notes={[<bdi key="username">@{username}</bdi>]}>
                {isThere ? (
                  <Chip>In this workspace</Chip>
                ) : (
                  <Button
                    size="small"
                    busy={bring.isPending && bring.variables === accountId}
                    busyLabel="Adding…"
                    aria-label={`Add ${name ?? username} to this workspace`}
                    onClick={() => bring.mutate(accountId)}
                  >
                    Add
                  </Button>
                )}
              </Row>
            ))}
          </RowList>
        </div>
      ) : error ? (
        <LoadFailure title="Could not load your accounts" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={120} />
      )}
    </Card>
  );
}
