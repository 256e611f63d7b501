import { TextField } from '#web/ui/text-field.tsx';
import { PasswordField } from './password-field.tsx';

interface CurrentProps {
  /** False for users who have none. */
  isNeeded: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** Asks for the current password, to confirm that the user is at the screen. */
export function CurrentPassword({ isNeeded, value, onChange }: CurrentProps) {
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

/** Asks for a code from the current authenticator app. */
export function CurrentCode({ isNeeded, value, onChange }: CurrentProps) {
  if (!isNeeded) return null;
  return (
    <TextField
      label="Current code"
      value={value}
      autoComplete="one-time-code"
      hint="From your authenticator app, or a recovery code"
      required
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export const toBody = (password: string, code = '') => ({
  ...(password !== '' && { currentPassword: password }),
  ...(code !== '' && { currentCode: code }),
});
