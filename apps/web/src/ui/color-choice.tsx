import { useId } from 'react';
import { capitalize } from '#web/platform/format.ts';
import styles from './color-choice.module.css';

interface ColorChoiceProps<Name extends string> {
  value: Name;
  /** CSS value for each color, in order. */
  colors: Readonly<Record<Name, string>>;
  onChange: (name: Name) => void;
}

/** Selects a named color. */
export function ColorChoice<Name extends string>({ value, colors, onChange }: ColorChoiceProps<Name>) {
  const group = useId();
  return (
    <fieldset className={styles.colors}>
      <legend>Color</legend>
      {entriesOf(colors).map(([name, color]) => (
        <label key={name} title={capitalize(name)}>
          <input type="radio" name={group} checked={name === value} onChange={() => onChange(name)} />
          <span className={styles.swatch} style={{ background: color }} />
          <span className="vh">{capitalize(name)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function entriesOf<Name extends string>(colors: Readonly<Record<Name, string>>): [Name, string][] {
  return Object.entries(colors) as [Name, string][];
}
