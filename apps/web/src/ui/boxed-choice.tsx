import type { InputHTMLAttributes, ReactNode } from 'react';
import styles from './boxed-choice.module.css';

interface BoxedChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  type: 'checkbox' | 'radio';
  label: string;
  /** Explains the choice, at the end of the line. */
  note?: string;
}

/** A checkbox or radio button in a separate box. */
export function BoxedChoice({ label, note, ...input }: BoxedChoiceProps) {
  return (
    <label className={styles.choice}>
      <input {...input} />
      <b>{label}</b>
      <span>{note}</span>
    </label>
  );
}

export function BoxedChoices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
