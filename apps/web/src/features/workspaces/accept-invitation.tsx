import { openInvitation } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useAccept } from './members.query.ts';
import { roleLabels } from './roles.ts';
import styles from './workspaces.module.css';

/** Asks the signed-in user whether they accept an invitation that they have opened. */
export function AcceptInvitation({ token }: { token: string }) {
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: queryKeys.signIn.link(token),
    queryFn: ({ signal }) => call(openInvitation, { body: { token } }, signal),
    retry: false,
    staleTime: Infinity,
  });
  const accept = useAccept();
  const problem = error ?? accept.error;
  const dismiss = () => void navigate({ to: '/profile', search: { tab: 'team' }, replace: true });

  if (problem)
    return (
      <Alert onDismiss={dismiss}>
        {getServerMessage(problem, 'Could not reach the server. Try again in a moment.')}
      </Alert>
    );
  if (!data) return <Skeleton height={120} />;
  return (
    <Card title="Invitation">
      <p className={styles.text}>
        <bdi>{data.invitedBy}</bdi> invites you to the workspace <bdi>{data.workspace}</bdi> as{' '}
        {roleLabels[data.role].name.toLowerCase()}.
      </p>
      <div className={styles.actions}>
        <Button
          variant="primary"
          busy={accept.isPending || accept.isSuccess}
          busyLabel="Joining…"
          onClick={() => accept.mutate(token)}
        >
          Accept
        </Button>
        <Button onClick={dismiss}>Not now</Button>
      </div>
    </Card>
  );
}
