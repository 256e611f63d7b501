import type { ReactNode } from 'react';
import { BoxedChoice } from '#web/ui/boxed-choice.tsx';
import styles from './shares.module.css';

interface ChoicesProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: ReactNode }[];
  chosen: readonly Value[];
  error?: string | null;
  /** Called with the values in option order. */
  onChange: (chosen: Value[]) => void;
}

/** Checkboxes for any number of values. */
export function Choices<Value extends string>({ legend, options, chosen, error, onChange }: ChoicesProps<Value>) {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className={styles.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(
                options
                  .map((option) => option.value)
                  .filter((one) => (one === value ? target.checked : chosen.includes(one))),
              )
            }
          />
          <span>{label}</span>
        </label>
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A group of choices with a visible label; the group names itself to screen readers. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.labelled}>
      <p aria-hidden="true">{label}</p>
      {children}
    </div>
  );
}

interface PreviewChoiceProps {
  checked: boolean;
  hasPasscode: boolean;
  onChange: (checked: boolean) => void;
}

/** Allows the title in previews, which chats store; a passcode rules it out. */
export function PreviewChoice({ checked, hasPasscode, onChange }: PreviewChoiceProps) {
  return (
    <BoxedChoice
      type="checkbox"
      label="Show the title in previews"
      note={hasPasscode ? 'Not with a passcode' : 'In chats and feeds, which keep it'}
      checked={checked && !hasPasscode}
      disabled={hasPasscode}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
