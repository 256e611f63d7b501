import type { CSSProperties } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  disabled?: boolean;
  /** Colour while on, such as the account's. */
  color?: string;
}

export function Switch({ label, on, onChange, disabled, color }: SwitchProps) {
  const style: CSSProperties & Record<'--on', string | undefined> = { '--on': color };
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      className={styles.switch}
      style={style}
      disabled={disabled}
      onClick={() => onChange(!on)}
    />
  );
}
