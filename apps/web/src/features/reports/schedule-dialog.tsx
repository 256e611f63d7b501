import type { Report, SendingTimes } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { recipientsQuery, SendingTimesFields } from '#web/features/mail/index.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { plural } from '#web/platform/format.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ReportName } from './report-name.tsx';
import styles from './reports-page.module.css';
import { useScheduleReport } from './reports.query.ts';

/** Returns Monday morning, for a report that is not sent yet. */
function initialTimes(): SendingTimes {
  return { cadence: 'weekly', weekday: 1, monthDay: 1, hour: 8, timeZone: viewerTimeZone() };
}

/** Schedules a report by mail, or stops sending it. */
export function ScheduleDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const [times, setTimes] = useState(report.schedule ?? initialTimes());
  const save = useScheduleReport(report);
  const submit = (schedule: SendingTimes | null) => save.mutate(schedule, { onSuccess: onClose });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Send by mail"
      width="small"
      footer={
        <>
          {report.schedule && (
            <Button disabled={save.isPending} onClick={() => submit(null)}>
              Stop sending
            </Button>
          )}
          <Button variant="primary" busy={save.isPending} busyLabel="Saving…" onClick={() => submit(times)}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.schedule}>
        {save.isError && (
          <Alert onDismiss={save.reset}>{getServerMessage(save.error, 'Could not save the schedule')}</Alert>
        )}
        <p>
          <ReportName choice={report.choice} /> is sent as a PDF attachment.
        </p>
        <SendingTimesFields times={times} onChange={(part) => setTimes((before) => ({ ...before, ...part }))} />
        <p className={styles.zone}>Times are in {times.timeZone.replaceAll('_', ' ')}.</p>
        <Readers />
      </div>
    </Dialog>
  );
}

/** Names the current recipients, and links to their settings. */
function Readers() {
  const { data } = useQuery(recipientsQuery);
  if (!data) return null;
  const chosen = data.recipients.filter(({ subscriptions }) => subscriptions.includes('report'));
  const readers = chosen.filter(({ state }) => state === 'confirmed').map(({ address }) => address);
  const waiting = chosen.length - readers.length;
  return (
    <div className={styles.readers}>
      <h3>Recipients</h3>
      {readers.length === 0 ? (
        <p>No one receives reports yet. Choose recipients first.</p>
      ) : (
        <ul>
          {readers.map((address) => (
            <li key={address}>
              <bdi>{address}</bdi>
            </li>
          ))}
        </ul>
      )}
      {waiting > 0 && (
        <p>
          {waiting} more {plural(waiting, 'has', 'have')} not confirmed yet.
        </p>
      )}
      <Link to="/profile" search={{ tab: 'notifications' }}>
        Change recipients
      </Link>
    </div>
  );
}
