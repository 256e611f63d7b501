import type { ReactNode } from 'react';
import styles from './shares.module.css';

interface ChoicesProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: ReactNode }[];
  chosen: readonly Value[];
  /** In the order of the options. */
  onChange: (chosen: Value[]) => void;
}

/** Any number of several things. */
export function Choices<Value extends string>({ legend, options, chosen, onChange }: ChoicesProps<Value>) {
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
