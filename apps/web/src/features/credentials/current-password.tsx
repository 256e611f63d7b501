import { PasswordField } from './password-field.tsx';

interface CurrentPasswordProps {
  /** False for users who have none. */
  isNeeded: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** Confirms that the person at the screen is its user. */
export function CurrentPassword({ isNeeded, value, onChange }: CurrentPasswordProps) {
  if (!isNeeded) return null;
  return (
    <PasswordField
      label="Current password"
      value={value}
      autoComplete="current-password"
      required
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export const toBody = (current: string) => (current === '' ? {} : { currentPassword: current });
