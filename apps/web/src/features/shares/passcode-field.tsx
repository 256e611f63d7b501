import { maxPasscodeLength, minPasscodeLength } from '@tidemark/contract';
import { TextField } from '#web/ui/text-field.tsx';

interface PasscodeFieldProps {
  value: string;
  hint: string;
  onChange: (value: string) => void;
}

/** Shown in plain text, because its owner passes it on. */
export function PasscodeField({ value, hint, onChange }: PasscodeFieldProps) {
  return (
    <TextField
      label="Passcode"
      value={value}
      hint={hint}
      minLength={minPasscodeLength}
      maxCharacters={maxPasscodeLength}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
