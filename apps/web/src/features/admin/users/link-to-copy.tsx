import { Copy } from 'lucide-react';
import { useState } from 'react';
import { dateLabel } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** A link that is shown once. Operators send it themselves. */
export function LinkToCopy({ link, expiresAt }: { link: string; expiresAt: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <>
      <TextField
        label="Link"
        value={link}
        readOnly
        hint={`Works once, until ${dateLabel(expiresAt)}. It is not shown again.`}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="primary"
        icon={<Copy size={16} aria-hidden="true" />}
        onClick={() => void navigator.clipboard.writeText(link).then(() => setIsCopied(true))}
      >
        {isCopied ? 'Copied' : 'Copy link'}
      </Button>
    </>
  );
}
