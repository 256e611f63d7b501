import { signInWithPasskey, startPasskeySignIn } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { asPage } from './call-as-page.ts';
import { askForPasskey } from './passkey.ts';

/** Signs in with a passkey and continues; nothing happens if the person cancels. */
export function usePasskeySignIn() {
  return useMutation({
    async mutationFn() {
      const options = await call(startPasskeySignIn, { body: {}, ...asPage });
      const passkey = await askForPasskey(options);
      if (!passkey) return;
      const { redirectTo } = await call(signInWithPasskey, { body: { passkey }, ...asPage });
      window.location.replace(redirectTo);
    },
  });
}
