import { confirmOwnEmail } from '@tidemark/contract';
import { call } from '#web/platform/call.ts';
import { CredentialDialog } from './credential-dialog.tsx';
import { useCredentialChange } from './credentials.query.ts';

/** Uses the link mailed to a new address. Asks first, because programs that scan mail open links, too. */
export default function ConfirmOwnEmail({ token, onClose }: { token: string; onClose: () => void }) {
  const confirm = useCredentialChange(() => call(confirmOwnEmail, { body: { token } }), {
    done: ({ email }) => `You now sign in with ${email}`,
    onDone: onClose,
  });
  return (
    <CredentialDialog
      title="Confirm your new email"
      confirm="Confirm email"
      busy={confirm.isPending}
      error={confirm.error}
      onSubmit={() => confirm.mutate(undefined)}
      onClose={onClose}
    >
      <p>From then on, you sign in with the new address.</p>
    </CredentialDialog>
  );
}
