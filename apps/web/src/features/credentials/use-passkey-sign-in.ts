import { signInWithPasskey, startPasskeySignIn } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#web/platform/call.ts';
import { asPage } from './call-as-page.ts';
import { askForPasskey, canOfferPasskeys, offerPasskeys, withdrawOffer } from './passkey.ts';

// A challenge is valid for five minutes.
const offerMillis = 4 * 60_000;

/** Signs in with a passkey and continues; does nothing if the user cancels. */
export function usePasskeySignIn() {
  return useMutation({ mutationFn: () => signInWith(askForPasskey) });
}

/** Offers passkeys among the email field's suggestions, unless paused. Returns why one was rejected. */
export function usePasskeySuggestions({ isPaused }: { isPaused: boolean }): Error | null {
  const [error, setError] = useState<Error | null>(null);

  useEffect(() => {
    if (isPaused) return;
    let isOver = false;
    async function offer() {
      if (!(await canOfferPasskeys()) || isOver) return;
      await signInWith(offerPasskeys).catch((reason: unknown) => {
        if (!isOver && reason instanceof Error) setError(reason);
      });
    }
    void offer();
    const timer = setInterval(() => void offer(), offerMillis);
    return () => {
      isOver = true;
      clearInterval(timer);
      withdrawOffer();
    };
  }, [isPaused]);

  return error;
}

async function signInWith(ask: typeof askForPasskey): Promise<void> {
  const options = await call(startPasskeySignIn, { body: {}, ...asPage });
  const passkey = await ask(options);
  if (!passkey) return;
  const { redirectTo } = await call(signInWithPasskey, { body: { passkey }, ...asPage });
  window.location.replace(redirectTo);
}
