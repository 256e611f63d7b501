import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BoxedChoice, BoxedChoices } from '#web/ui/boxed-choice.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { accessQuery, useEndAccess } from './access-query.ts';
import { CredentialDialog } from './credential-dialog.tsx';

/** Offers, after a new password, to end access that does not depend on it. Renders nothing if there is none. */
export default function EndAccess({ onClose }: { onClose: () => void }) {
  const { data: found = [] } = useQuery(accessQuery);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const end = useEndAccess(() => {
    notify.success('Ended');
    onClose();
  });
  if (found.length === 0) return null;
  return (
    <CredentialDialog
      title="End other access, too?"
      confirm="End chosen access"
      cancel="Keep all"
      danger
      busy={end.isPending}
      disabled={chosen.length === 0}
      error={end.error}
      onSubmit={() => end.mutate(found.filter(({ kind }) => chosen.includes(kind)))}
      onClose={onClose}
    >
      <p>These keep working with your new password. End any you didn’t set up yourself.</p>
      <BoxedChoices legend="End">
        {found.map(({ kind, name, note }) => (
          <BoxedChoice
            key={kind}
            type="checkbox"
            label={name}
            note={note}
            checked={chosen.includes(kind)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, kind] : chosen.filter((one) => one !== kind))
            }
          />
        ))}
      </BoxedChoices>
    </CredentialDialog>
  );
}
