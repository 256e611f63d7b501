import type { DigestSchedule, EndpointResponse, getDigestSchedule } from '@tidemark/contract';
import type { ReactNode } from 'react';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { nextSendingLabel, SendingTimesFields } from '#web/features/mail/index.ts';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useSaveSchedule } from './digests.query.ts';
import styles from './digests.module.css';

interface ScheduleCardProps {
  saved: EndpointResponse<typeof getDigestSchedule>;
  sendsMail: boolean;
}

/** Every change is saved at once. */
export function ScheduleCard({ saved: { schedule, nextAt }, sendsMail }: ScheduleCardProps) {
  const save = useSaveSchedule();
  const shown = save.isPending ? save.variables : schedule;
  const change = (part: Partial<DigestSchedule>) => save.mutate({ ...shown, ...part });
  return (
    <Card
      title="Digest"
      sub="What changed, in a few sentences, by mail."
      tools={
        <Switch label="Send a digest" on={shown.isOn} disabled={!sendsMail} onChange={(isOn) => change({ isOn })} />
      }
    >
      <div className={styles.schedule}>
        {!sendsMail && (
          <p className={styles.next}>This server can’t send mail yet. Ask your operator to set SMTP_URL.</p>
        )}
        <SendingTimesFields times={shown} onChange={change} />
        <AccountChoice chosen={shown.accountIds} onChange={(accountIds) => change({ accountIds })} />
        <p className={styles.next} role="status">
          {shown.isOn && nextAt ? nextSendingLabel(nextAt, shown.timeZone) : `Off · times in ${shown.timeZone}`}
        </p>
      </div>
    </Card>
  );
}

interface AccountChoiceProps {
  /** Null for all accounts. */
  chosen: DigestSchedule['accountIds'];
  onChange: (accountIds: DigestSchedule['accountIds']) => void;
}

function AccountChoice({ chosen, onChange }: AccountChoiceProps): ReactNode {
  const { accounts } = useAccounts();
  if (accounts.length < 2) return null;
  const ids = accounts.map(({ _id }) => _id);
  const toggle = (id: string, on: boolean) => {
    const next = ids.filter((one) => (one === id ? on : (chosen ?? ids).includes(one)));
    if (next.length > 0) onChange(next.length === ids.length ? null : next);
  };
  return (
    <fieldset className={styles.accounts}>
      <legend>About</legend>
      {accounts.map((account) => (
        <label key={account._id} className={styles.account}>
          <input
            type="checkbox"
            checked={chosen?.includes(account._id) ?? true}
            onChange={({ target }) => toggle(account._id, target.checked)}
          />
          <bdi>{displayName(account)}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
