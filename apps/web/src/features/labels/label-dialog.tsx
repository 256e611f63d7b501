import { type LabelColor, type LabelRule, maxLabelName, type PostLabel, timedFormats } from '@tidemark/contract';
import { shortWeekdays, weekdayNames } from '@tidemark/presentation';
import { type SyntheticEvent, useId, useState } from 'react';
import { CallError, getServerMessage } from '#web/platform/failed-call.ts';
import { ColorChoice } from '#web/ui/color-choice.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { labelColorValues } from './label-colors.ts';
import { labelFormatNames } from '@tidemark/presentation';
import styles from './label-dialog.module.css';
import { useSaveLabel } from './use-label-changes.ts';

const kinds = [
  { value: 'hand', label: 'By hand' },
  { value: 'rule', label: 'By a rule' },
] as const;
const weekdays = [1, 2, 3, 4, 5, 6, 0];

interface LabelDialogProps {
  /** Null for a new one. */
  label: PostLabel | null;
  /** Initial color for a new label. */
  firstColor: LabelColor;
  onClose: () => void;
}

/** Creates or changes a label; rendered while open. */
export function LabelDialog({ label, firstColor, onClose }: LabelDialogProps) {
  const form = useId();
  const [name, setName] = useState(label?.name ?? '');
  const [color, setColor] = useState(label?.color ?? firstColor);
  const [kind, setKind] = useState<'hand' | 'rule'>(label?.rule ? 'rule' : 'hand');
  const [rule, setRule] = useState<LabelRule>(label?.rule ?? {});
  const [isTried, setTried] = useState(false);
  const save = useSaveLabel(label, onClose);
  const problems = findProblems({ name, rule: kind === 'rule' ? rule : null });
  const isTaken = save.error instanceof CallError && save.error.code === 'label_name_taken';

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setTried(true);
    if (problems.name || problems.rule || problems.hashtag || save.isPending) return;
    save.mutate({ name: name.trim(), color, rule: kind === 'rule' ? rule : null });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={label ? 'Edit label' : 'New label'}
      footer={
        <DialogActions form={form} busy={save.isPending} busyLabel="Saving..." onCancel={onClose}>
          {label ? 'Save' : 'Create label'}
        </DialogActions>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          value={name}
          maxCharacters={maxLabelName}
          required
          placeholder="People"
          error={isTaken ? getServerMessage(save.error, '') : isTried ? problems.name : null}
          onChange={({ target }) => {
            setName(target.value);
            save.reset();
          }}
        />
        <ColorChoice value={color} colors={labelColorValues} onChange={setColor} />
        {!label && <Segmented label="Posts are labelled" value={kind} options={kinds} onChange={setKind} />}
        {kind === 'hand' ? (
          <p className={styles.note}>Assign it in the posts list or on a post’s page.</p>
        ) : label?.test ? (
          <p className={styles.note}>The rule is locked because a test depends on it.</p>
        ) : (
          <RuleFields
            rule={rule}
            onChange={setRule}
            error={isTried ? problems.rule : null}
            hashtagError={isTried ? problems.hashtag : null}
          />
        )}
        {save.error && !isTaken && (
          <p className={styles.error} role="alert">
            {getServerMessage(save.error, 'Failed to save the label. Please try again.')}
          </p>
        )}
      </form>
    </Dialog>
  );
}

interface RuleFieldsProps {
  rule: LabelRule;
  onChange: (rule: LabelRule) => void;
  error: string | null;
  hashtagError: string | null;
}

/** Edits the conditions that a post must all meet. */
function RuleFields({ rule, onChange, error, hashtagError }: RuleFieldsProps) {
  return (
    <>
      <p className={styles.note}>Posts that meet all conditions get the label.</p>
      <fieldset className={styles.group}>
        <legend>Format</legend>
        <div className={styles.choices}>
          {timedFormats.map((format) => (
            <label key={format} className={styles.choice}>
              <input
                type="checkbox"
                checked={rule.formats?.includes(format) ?? false}
                onChange={() => onChange(withList(rule, 'formats', toggle(rule.formats, format)))}
              />
              {labelFormatNames[format]}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Weekday of publishing</legend>
        <div className={styles.choices}>
          {weekdays.map((day) => (
            <label key={day} className={styles.choice} title={weekdayNames[day]}>
              <input
                type="checkbox"
                checked={rule.weekdays?.includes(day) ?? false}
                onChange={() => onChange(withList(rule, 'weekdays', toggle(rule.weekdays, day)))}
              />
              {shortWeekdays[day]}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label="Hashtag"
        value={rule.hashtag ?? ''}
        maxCharacters={100}
        icon={<span aria-hidden="true">#</span>}
        error={hashtagError}
        onChange={({ target }) => onChange(withText(rule, 'hashtag', target.value.replace(/^#/, '')))}
      />
      <TextField
        label="Caption contains"
        value={rule.caption ?? ''}
        maxCharacters={100}
        error={error}
        onChange={({ target }) => onChange(withText(rule, 'caption', target.value))}
      />
    </>
  );
}

function findProblems({ name, rule }: { name: string; rule: LabelRule | null }) {
  return {
    name: name.trim() === '' ? 'Enter a name.' : null,
    rule: rule && Object.keys(rule).length === 0 ? 'Fill in at least one condition.' : null,
    hashtag: rule?.hashtag && !/^[\p{L}\p{N}\p{M}_]+$/u.test(rule.hashtag) ? 'Enter a single hashtag.' : null,
  };
}

function toggle<Value>(values: readonly Value[] | undefined, value: Value): Value[] {
  const before = values ?? [];
  return before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
}

function withList<Field extends 'formats' | 'weekdays'>(
  rule: LabelRule,
  field: Field,
  values: NonNullable<LabelRule[Field]>,
): LabelRule {
  const { [field]: _, ...rest } = rule;
  return values.length > 0 ? { ...rest, [field]: values } : rest;
}

function withText(rule: LabelRule, field: 'hashtag' | 'caption', text: string): LabelRule {
  const { [field]: _, ...rest } = rule;
  return text.trim() === '' ? rest : { ...rest, [field]: text };
}
