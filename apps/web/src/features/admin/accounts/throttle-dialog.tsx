import { type AdminAccount, throttleRange } from '@tidemark/contract';
import { type FormEvent, useState } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { dateLabel, gridNumber } from '#web/platform/format.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { averageText, nextText, PlatformChip } from './account-columns.tsx';
import styles from './accounts.module.css';
import { useSetThrottle } from './accounts.query.ts';

const { least, most, step } = throttleRange;

export function ThrottleDialog({ account, onClose }: { account: AdminAccount | null; onClose: () => void }) {
  return account && <EditAccount key={account.id} account={account} onClose={onClose} />;
}

function EditAccount({ account, onClose }: { account: AdminAccount; onClose: () => void }) {
  const [text, setText] = useState(account.throttle.toFixed(2));
  const save = useSetThrottle({ onDone: onClose });

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!isAllowed(text)) return;
    setText(String(toNumber(text)));
    save.mutate({ id: account.id, name: account.accountName, throttle: toNumber(text) });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit Account Configuration"
      width="small"
      footer={
        <DialogActions
          disabled={!isAllowed(text)}
          busy={save.isPending}
          busyLabel="Saving..."
          onCancel={onClose}
          onClick={() => submit()}
        >
          Save Changes
        </DialogActions>
      }
    >
      <div className={styles.head}>
        <Avatar src={account.avatarUrl} name={account.accountName} size={52} />
        <div className={styles.words}>
          <p className={styles.name} title={account.accountName} dir="auto">
            {account.accountName}
          </p>
          <PlatformChip platform={account.platform} />
        </div>
      </div>
      <form noValidate className={styles.form} onSubmit={submit}>
        {save.isError && (
          <Alert onDismiss={save.reset}>{getServerMessage(save.error, 'Failed to update throttle')}</Alert>
        )}
        <TextField
          label="Throttle Value"
          type="number"
          inputMode="decimal"
          min={least}
          max={most}
          step={step}
          value={text}
          onChange={({ target: { value } }) => setText(value === '' || isNumber(value) ? value : String(least))}
          onBlur={() => setText((before) => (isNumber(before) ? before : String(least)))}
          error={isAllowed(text) ? null : 'Must be between 1.00 and 100.00, in steps of 0.01'}
          hint="Value between 1.00 and 100.00, in steps of 0.01"
        />
        <p className={styles.effect}>{describeEffect(toNumber(text), account)}</p>
        <dl className={styles.figures} aria-label="Current statistics">
          <Figure label="Last hour" value={gridNumber(account.lastHour)} />
          <Figure label="Last day" value={gridNumber(account.lastDay)} />
          <Figure label="Daily average" value={averageText(account.dailyAverage)} />
        </dl>
        <LinkedBy users={account.linkedBy} />
      </form>
    </Dialog>
  );
}

function LinkedBy({ users }: { users: AdminAccount['linkedBy'] }) {
  return (
    <section>
      <h3 className={styles.subtitle}>Linked by</h3>
      {users.length === 0 && <p className={styles.effect}>No users</p>}
      <ul className={styles.users}>
        {users.map(({ userId, name, email, lostSince }) => (
          <li key={userId}>
            <bdi>{name}</bdi> <span className={styles.detail}>{email}</span>
            {lostSince && <span className={styles.lost}>Access lost {dateLabel(lostSince)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dd>{value}</dd>
      <dt>{label}</dt>
    </div>
  );
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

/** Accepts an emptied field, which counts as 1. */
function isAllowed(text: string): boolean {
  const throttle = toNumber(text);
  return throttle >= least && throttle <= most && Number(throttle.toFixed(2)) === throttle;
}

/** Turns anything but a number into 1; an emptied field stays editable. */
function toNumber(text: string): number {
  return isNumber(text) ? Number(text) : least;
}

function describeEffect(throttle: number, { nextSyncAt }: AdminAccount): string {
  const spacing =
    throttle > least
      ? `Time between scheduled syncs: ${throttle} times the normal interval.`
      : 'Scheduled syncs run at the normal interval.';
  return nextSyncAt ? `${spacing} Next sync: ${nextText(nextSyncAt)}.` : spacing;
}
