import { useQuery } from '@tanstack/react-query';
import type { DigestSchedule, Recipient } from '@tidemark/contract';
import { MemberMailCard, RecipientsCard } from '#web/features/mail/index.ts';
import { useConfig } from '#web/platform/config.ts';
import { useWorkspaces } from '#web/platform/session/workspace.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { scheduleQuery, useSendTest } from './digests.query.ts';
import { DigestPreview } from './digest-preview.tsx';
import { ScheduleCard } from './schedule-card.tsx';

/** The digest and its recipients are a person's; members of another's workspace choose only their own mail there. */
export function NotificationsPanel() {
  const { sendsMail } = useConfig();
  const { workspace } = useWorkspaces();
  if (!workspace) return <DigestSettings />;
  return sendsMail && <MemberMailCard workspace={workspace.name} />;
}

/** Digest settings: schedule, recipients and a preview. */
function DigestSettings() {
  const { sendsMail } = useConfig();
  const { data, error, isFetching, refetch } = useQuery(scheduleQuery);
  if (error && !data)
    return (
      <Card title="Digest">
        <LoadFailure title="Could not load your digest" error={error} isRetrying={isFetching} onRetry={refetch} />
      </Card>
    );
  if (!data) return <Skeleton height={320} />;
  const { schedule } = data;
  return (
    <>
      <ScheduleCard saved={data} sendsMail={sendsMail} />
      {sendsMail && (
        <RecipientsCard renderAction={(recipient) => <SendTest schedule={schedule} recipient={recipient} />} />
      )}
      <DigestPreview schedule={schedule} />
    </>
  );
}

function SendTest({ schedule, recipient }: { schedule: DigestSchedule; recipient: Recipient }) {
  const send = useSendTest(schedule);
  return (
    <Button
      size="small"
      busy={send.isPending}
      busyLabel="Sending…"
      aria-label={`Send a test to ${recipient.address}`}
      onClick={() => send.mutate(recipient)}
    >
      Send a test
    </Button>
  );
}
