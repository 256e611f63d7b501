import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { IconButton } from './icon-button.tsx';
import { TextField } from './text-field.tsx';
import { notify } from './toaster.tsx';

/** An icon next to a value that is copied verbatim. */
export function CopyIcon({ label, text }: { label: string; text: string }) {
  return (
    <IconButton
      label={label}
      size="small"
      onClick={() => void copyText(text).then((isCopied) => isCopied && notify.success('Copied'))}
    >
      <Copy size={15} aria-hidden="true" />
    </IconButton>
  );
}

interface SecretToCopyProps {
  /** Name of the value, such as "Link". */
  label: string;
  value: string;
  hint: string;
  /** The button's label. */
  action: string;
}

/** Shows a secret once. */
export function SecretToCopy({ label, value, hint, action }: SecretToCopyProps) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <>
      <TextField label={label} value={value} readOnly hint={hint} onFocus={(event) => event.currentTarget.select()} />
      <Button
        variant="primary"
        icon={<Copy size={16} aria-hidden="true" />}
        onClick={() => void copyText(value).then(setIsCopied)}
      >
        {isCopied ? 'Copied' : action}
      </Button>
    </>
  );
}
