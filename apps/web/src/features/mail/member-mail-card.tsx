import { getMemberMail, setMemberMail, type SubscriptionKind } from '@tidemark/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notify } from '#web/ui/toaster.tsx';
import styles from './recipients.module.css';
import { subscriptionLabels } from './subscription-labels.ts';

const queryKey = ['mail', 'member'];

/** Lets a member choose what they receive by mail from the workspace that the page shows. */
export function MemberMailCard({ workspace }: { workspace: string }) {
  const queries = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getMemberMail, undefined, signal),
  });
  const choose = useMutation({
    mutationFn: (subscriptions: SubscriptionKind[]) => call(setMemberMail, { body: { subscriptions } }),
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
    onError: (problem) => notify.error(getServerMessage(problem, 'Could not save your choice. Try again in a moment.')),
  });
  const chosen = choose.isPending ? choose.variables : (data?.subscriptions ?? []);

  return (
    <Card title="Your Mail">
      {data ? (
        <div className={styles.member}>
          <p>
            Choose what <bdi>{workspace}</bdi> sends to <bdi>{data.address}</bdi>. The team decides how often.
          </p>
          <div className={styles.kinds} role="group" aria-label="What you receive">
            {data.offered.map((kind) => (
              <label key={kind}>
                <input
                  type="checkbox"
                  checked={chosen.includes(kind)}
                  disabled={choose.isPending}
                  onChange={({ target }) =>
                    choose.mutate(data.offered.filter((one) => (one === kind ? target.checked : chosen.includes(one))))
                  }
                />
                {subscriptionLabels[kind]}
              </label>
            ))}
          </div>
          {data.subscriptions.length > 0 && !data.isConfirmed && (
            <p>Nothing arrives until you open the link in the mail that was sent to you.</p>
          )}
        </div>
      ) : error ? (
        <LoadFailure title="Could not load your mail" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={80} />
      )}
    </Card>
  );
}
