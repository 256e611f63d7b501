import type { OperatorSettings } from '@tidemark/contract';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Fact, Facts } from '#web/ui/facts.tsx';
import { MailForm, securityLabels } from './mail-form.tsx';
import { Restarting } from './restarting.tsx';
import styles from './settings.module.css';
import { TurnOff } from './turn-off.tsx';

interface MailCardProps {
  mail: OperatorSettings['mail'];
  isRestarting: boolean;
  /** Called once a change is stored. */
  onChanged: () => void;
}

/** Shows the mail server, and lets operators set another up. */
export function MailCard({ mail: { isFixed, used }, isRestarting, onChanged }: MailCardProps) {
  const [isEditing, setEditing] = useState(false);
  const isFormShown = !isFixed && !isRestarting && (used === null || isEditing);
  return (
    <Card
      title="Mail"
      sub="For password resets, invitations, alerts, digests and reports"
      tools={<Chip tone={used ? 'good' : 'warn'}>{used ? 'On' : 'Off'}</Chip>}
    >
      {isFormShown ? (
        <MailForm
          used={used}
          onSaved={() => {
            setEditing(false);
            onChanged();
          }}
          onCancel={used && (() => setEditing(false))}
        />
      ) : (
        used && <MailFacts used={used} />
      )}
      {isRestarting && <Restarting />}
      {isFixed && (
        <p className={styles.note}>
          Set with <code>SMTP_URL</code> and <code>MAIL_FROM</code> on the server.
        </p>
      )}
      {used && !isFixed && !isRestarting && !isEditing && (
        <div className={styles.buttons}>
          <Button onClick={() => setEditing(true)}>Change</Button>
          <TurnOff name="mail" title="Send no more mail?" onDone={onChanged}>
            Nobody can reset a password by mail, and no alerts, digests or reports are sent. Messages that wait are sent
            once mail is on again.
          </TurnOff>
        </div>
      )}
    </Card>
  );
}

function MailFacts({ used }: { used: NonNullable<OperatorSettings['mail']['used']> }) {
  return (
    <Facts>
      <Fact label="Server">
        <code>
          {used.host}:{used.port}
        </code>
      </Fact>
      <Fact label="Encryption">{securityLabels[used.security]}</Fact>
      <Fact label="User">{used.user ?? 'none'}</Fact>
      <Fact label="Sender">{used.sender}</Fact>
      <Fact label="Return address">{used.returnPath ?? 'the sender'}</Fact>
    </Facts>
  );
}
