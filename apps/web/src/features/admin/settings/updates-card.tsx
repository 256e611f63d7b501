import type { OperatorSettings } from '@tidemark/contract';
import { useState, type FormEvent } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Fact, Facts } from '#web/ui/facts.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Checks } from '../checks.tsx';
import { Restarting } from './restarting.tsx';
import styles from './settings.module.css';
import { useSaveUpdates } from './settings.query.ts';
import { TurnOff } from './turn-off.tsx';

interface UpdatesCardProps {
  updates: OperatorSettings['updates'];
  isRestarting: boolean;
  /** Called once a change is stored. */
  onChanged: () => void;
}

/** Shows where newer versions are looked for, and lets operators turn this on and off. */
export function UpdatesCard({ updates: { isFixed, url }, isRestarting, onChanged }: UpdatesCardProps) {
  return (
    <Card
      title="Update check"
      sub="Once a day; only the running version is sent"
      tools={<Chip tone={url ? 'good' : 'neutral'}>{url ? 'On' : 'Off'}</Chip>}
    >
      {url && (
        <Facts>
          <Fact label="Address">
            <code>{url}</code>
          </Fact>
        </Facts>
      )}
      {isRestarting && <Restarting />}
      {isFixed && (
        <p className={styles.note}>
          Set with <code>UPDATE_CHECK_URL</code> on the server.
        </p>
      )}
      {!url && !isFixed && !isRestarting && <UpdatesForm onSaved={onChanged} />}
      {url && !isFixed && !isRestarting && (
        <div className={styles.buttons}>
          <TurnOff name="updates" title="Stop looking for newer versions?" onDone={onChanged}>
            Nobody is told about security fixes then.
          </TurnOff>
        </div>
      )}
    </Card>
  );
}

function UpdatesForm({ onSaved }: { onSaved: () => void }) {
  const [url, setUrl] = useState('');
  const save = useSaveUpdates();

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(url.trim(), { onSuccess: ({ isSaved }) => isSaved && onSaved() });
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="Address of the newest release"
        required
        type="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://api.github.com/repos/OWNER/REPOSITORY/releases/latest"
        hint="It must answer like GitHub’s"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      {save.isError && <Alert onDismiss={save.reset}>{getServerMessage(save.error, 'Could not save')}</Alert>}
      {save.data && <Checks checks={save.data.checks} />}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={save.isPending} disabled={!url.trim()}>
          Turn on
        </Button>
      </div>
    </form>
  );
}
