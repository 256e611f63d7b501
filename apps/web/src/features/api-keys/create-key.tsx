import { keyScopes, type KeyScope } from '@tidemark/contract';
import { useState } from 'react';
import { BoxedChoice, BoxedChoices } from '#web/ui/boxed-choice.tsx';
import { SecretToCopy } from '#web/ui/copy.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SecretDialog } from '#web/ui/secret-dialog.tsx';
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
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(keyScopes);
  const [lifetime, setLifetime] = useState<Lifetime>('90');
  const create = useCreateKey();

  if (create.data) return <NewKey value={create.data.key} onClose={onClose} />;
  return (
    <FormDialog
      title="Create an API key"
      action="Create key"
      busyLabel="Creating…"
      disabled={scopes.length === 0}
      mutation={create}
      failure="Failed to create the API key"
      className={styles.form}
      onSubmit={() =>
        create.mutate({ name, scopes: [...scopes], expiresInDays: lifetime === 'never' ? null : Number(lifetime) })
      }
      onClose={onClose}
    >
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
    </FormDialog>
  );
}

function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <SecretDialog title="Copy your API key" className={styles.form} onClose={onClose}>
      <SecretToCopy
        label="API key"
        value={value}
        hint="It won’t be shown again. Anyone who has it can read what you chose."
        action="Copy key"
      />
    </SecretDialog>
  );
}
