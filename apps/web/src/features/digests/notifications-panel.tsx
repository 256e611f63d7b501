import { useQuery } from '@tanstack/react-query';
import type { DigestSchedule, Recipient } from '@tidemark/contract';
import { RecipientsCard } from '#web/features/mail/index.ts';
import { useConfig } from '#web/platform/config.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { scheduleQuery, useSendTest } from './digests.query.ts';
import { DigestPreview } from './digest-preview.tsx';
import { ScheduleCard } from './schedule-card.tsx';

/** Digest settings: schedule, recipients and a preview. */
export function NotificationsPanel() {
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
