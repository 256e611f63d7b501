import { keyScopes, type KeyScope } from '@tidemark/contract';
import { useId, useState, type SubmitEvent } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { BoxedChoice, BoxedChoices } from '#web/ui/boxed-choice.tsx';
import { Button } from '#web/ui/button.tsx';
import { SecretToCopy } from '#web/ui/copy.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './api-keys.module.css';
import { useCreateKey } from './api-keys.query.ts';
import { scopeLabels } from './scope-labels.ts';

type Lifetime = '30' | '90' | '365' | 'never';

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
] as const satisfies { value: Lifetime; label: string }[];

export default function CreateKey({ onClose }: { onClose: () => void }) {
  const form = useId();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(keyScopes);
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const create = useCreateKey();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (create.isPending) return;
    create.mutate({ name, scopes: [...scopes], expiresInDays: lifetime === 'never' ? null : Number(lifetime) });
  }

  if (create.data) return <NewKey value={create.data.key} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create an API key"
      width="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={scopes.length === 0}
            busy={create.isPending}
            busyLabel="Creating…"
          >
            Create key
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        {create.isError && (
          <Alert onDismiss={create.reset}>{getServerMessage(create.error, 'Failed to create the API key')}</Alert>
        )}
        <TextField
          label="Name"
          value={name}
          maxCharacters={60}
          placeholder="Such as Weekly sheet"
          autoComplete="off"
          required
          onChange={({ target }) => setName(target.value)}
        />
        <BoxedChoices legend="The key can read">
          {keyScopes.map((scope) => (
            <BoxedChoice
              key={scope}
              type="checkbox"
              label={scopeLabels[scope].name}
              note={scopeLabels[scope].about}
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(keyScopes.filter((one) => (one === scope ? target.checked : scopes.includes(one))))
              }
            />
          ))}
        </BoxedChoices>
        <div className={styles.lifetime}>
          <p aria-hidden="true">Expires</p>
          <Segmented label="Expires" value={lifetime} options={lifetimes} onChange={setLifetime} />
        </div>
      </form>
    </Dialog>
  );
}

function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Copy your API key"
      width="small"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className={styles.form}>
        <SecretToCopy
          label="API key"
          value={value}
          hint="It won’t be shown again. Anyone who has it can read what you chose."
          action="Copy key"
        />
      </div>
    </Dialog>
  );
}
