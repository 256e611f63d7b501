import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { toFailure } from '#web/platform/call.ts';
import { readReply } from '#web/platform/reply.ts';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { openSignedInAgain, signedInAgainPath } from './signed-in-again.ts';

const address = `/api/v1/session/sign-in?prompt=login&returnTo=${signedInAgainPath}`;

let asking: Promise<boolean> | undefined;

/**
 * Has the user sign in again if a call was refused for that, and returns true if they did. Concurrent calls ask once.
 */
export async function confirmSignIn(refusal: Response): Promise<boolean> {
  const { json } = await readReply(refusal.clone());
  if (toFailure(json).error?.code !== 'sign_in_again') return false;
  asking ??= ask().finally(() => (asking = undefined));
  return asking;
}

/** Opens another window for the sign-in, so that this page loses nothing. */
async function ask(): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const signedIn = openSignedInAgain();
  try {
    return await new Promise<boolean>((resolve) => {
      signedIn.onmessage = () => resolve(true);
      root.render(<ConfirmSignIn open onCancel={() => resolve(false)} />);
    });
  } finally {
    signedIn.close();
    // Closing a dialog returns the focus.
    flushSync(() => root.render(<ConfirmSignIn open={false} onCancel={() => undefined} />));
    root.unmount();
    place.remove();
  }
}

function ConfirmSignIn({ open, onCancel }: { open: boolean; onCancel: () => void }) {
  const [step, setStep] = useState<'asked' | 'opened' | 'blocked'>('asked');
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title="Confirm it’s you"
      width="small"
      footer={
        <DialogActions
          onCancel={onCancel}
          onClick={() => setStep(window.open(address, '_blank', 'popup,width=480,height=720') ? 'opened' : 'blocked')}
        >
          Sign in again
        </DialogActions>
      }
    >
      <p>You signed in more than ten minutes ago. Sign in again to continue; nothing you entered is lost.</p>
      <p role="status">
        {step === 'opened' && 'Continue in the window that has opened.'}
        {step === 'blocked' && (
          <>
            Your browser blocked the window.{' '}
            <a href={address} target="_blank" rel="noreferrer">
              Open the sign-in
            </a>
          </>
        )}
      </p>
    </Dialog>
  );
}
