import { type Annotation, type AnnotationFields, maxAnnotationLength, maxRangeDays } from '@tidemark/contract';
import { type SubmitEvent, useId, useState } from 'react';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { countDays, type Day } from '#web/features/periods/index.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ColorChoice } from '#web/ui/color-choice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { annotationHues } from './annotation-labels.ts';
import styles from './annotations.module.css';
import { useSaveAnnotation } from './use-change-annotations.ts';

interface AnnotationFormProps {
  /** The annotation to change; null to add one. */
  annotation: Annotation | null;
  /** A new annotation's first day. */
  day: Day;
  onDone: () => void;
}

export function AnnotationForm({ annotation, day, onDone }: AnnotationFormProps) {
  const accountField = useId();
  const { accounts } = useAccounts();
  const [fields, setFields] = useState<AnnotationFields>(
    annotation ?? { accountId: null, firstDay: day, lastDay: day, text: '', color: 'indigo' },
  );
  const { firstDay, lastDay, text, accountId, color } = fields;
  const change = (changed: Partial<AnnotationFields>) => setFields({ ...fields, ...changed });
  const save = useSaveAnnotation(onDone);
  const days = countDays({ from: firstDay, to: lastDay });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { id = null, ...given } = { ...annotation, ...fields };
    if (!save.isPending) save.mutate({ id, fields: given });
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      {save.error && (
        <Alert onDismiss={save.reset}>
          {getServerMessage(save.error, 'Could not reach the server. Try again in a moment.')}
        </Alert>
      )}
      <TextField
        label="What happened"
        value={text}
        maxCharacters={maxAnnotationLength}
        placeholder="Trade fair, campaign, price change…"
        required
        onChange={({ target }) => change({ text: target.value })}
      />
      <div className={styles.row}>
        <TextField
          label="First day"
          type="date"
          value={firstDay}
          required
          onChange={({ target }) =>
            target.value && change({ firstDay: target.value, lastDay: laterOf(target.value, lastDay) })
          }
        />
        <TextField
          label="Last day"
          type="date"
          value={lastDay}
          min={firstDay}
          required
          error={days > maxRangeDays ? 'At most two years after the first' : null}
          onChange={({ target }) => target.value && change({ lastDay: target.value })}
        />
      </div>
      <div className={styles.row}>
        <div className={styles.account}>
          <label htmlFor={accountField}>Account</label>
          <select
            id={accountField}
            value={accountId ?? ''}
            onChange={({ target }) => change({ accountId: target.value || null })}
          >
            <option value="">All accounts</option>
            {accounts.map((account) => (
              <option key={account._id} value={account._id}>
                {displayName(account)}
              </option>
            ))}
          </select>
        </div>
        <ColorChoice value={color} colors={annotationHues} onChange={(name) => change({ color: name })} />
      </div>
      <div className={styles.buttons}>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={text.trim() === '' || days < 1 || days > maxRangeDays}
          busy={save.isPending}
          busyLabel="Saving…"
        >
          {annotation ? 'Save' : 'Add annotation'}
        </Button>
      </div>
    </form>
  );
}

const laterOf = (one: Day, other: Day): Day => (one > other ? one : other);
