import { dateLabel } from '#web/platform/format.ts';
import { SecretToCopy } from '#web/ui/copy.tsx';

/** A link that is shown once, for the operator to send. */
export function LinkToCopy({ link, expiresAt }: { link: string; expiresAt: string }) {
  return (
    <SecretToCopy
      label="Link"
      value={link}
      hint={`Works once, until ${dateLabel(expiresAt)}. It won’t be shown again.`}
      action="Copy link"
    />
  );
}
