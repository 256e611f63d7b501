import { keyScopes, type KeyScope } from '@tidemark/contract';
import { Copy } from 'lucide-react';
import { useId, useState, type SubmitEvent } from 'react';
import { getServerMessage } from '#web/platform/call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './api-keys.module.css';
import { useCreateKey } from './api-keys.query.ts';
import { copyText } from './copy-text.ts';
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
          maxLength={60}
          placeholder="Such as Weekly sheet"
          autoComplete="off"
          required
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset className={styles.choices}>
          <legend>The key can read</legend>
          {keyScopes.map((scope) => (
            <label key={scope} className={styles.choice}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={({ target }) =>
                  setScopes(keyScopes.filter((one) => (one === scope ? target.checked : scopes.includes(one))))
                }
              />
              {scopeLabels[scope].name}
              <span>{scopeLabels[scope].about}</span>
            </label>
          ))}
        </fieldset>
        <div className={styles.choices}>
          <p aria-hidden="true">Expires</p>
          <Segmented label="Expires" value={lifetime} options={lifetimes} onChange={setLifetime} />
        </div>
      </form>
    </Dialog>
  );
}

function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Copy your API key"
      width="small"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className={styles.form}>
        <TextField
          label="API key"
          value={value}
          readOnly
          hint="It is not shown again. Anyone who has it can read what you chose."
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="primary"
          icon={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copyText(value).then(setIsCopied)}
        >
          {isCopied ? 'Copied' : 'Copy key'}
        </Button>
      </div>
    </Dialog>
  );
}
