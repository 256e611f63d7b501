import { authorizeMeta } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#web/platform/call.ts';
import { CallError } from '#web/platform/failed-call.ts';
import { useConfig } from '#web/platform/config.ts';
import { notify } from '#web/ui/toaster.tsx';
import { queryKeys } from '#web/platform/query-keys.ts';
import { type AskAgain, askForCode, waitForScript } from './meta-login.ts';
import { loadMetaSdk, type MetaSdk } from './meta-sdk.ts';

/** Runs the whole login, from the click to a stored connection: popup, code, our server. */
export function useMetaLogin({ wanted, onConnected }: { wanted: boolean; onConnected: () => void }) {
  const { meta } = useConfig();
  const queries = useQueryClient();
  const [sdk, setSdk] = useState<MetaSdk>();
  const cancel = useRef<AbortController>(null);

  useEffect(() => {
    if (!wanted) return;
    // A blocked script is reported when the user clicks.
    loadMetaSdk(meta).then(setSdk, () => setSdk(undefined));
  }, [wanted, meta]);

  const connect = useMutation({
    mutationFn: async (code: Promise<string>) => authorize(await code),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.connections.all });
      notify.success('Meta Business account connected successfully!');
      onConnected();
    },
    onError: (failure) => notify.error(failure.message),
  });

  return {
    connecting: connect.isPending,
    connect(again?: AskAgain) {
      const { signal } = (cancel.current = new AbortController());
      const ask = (ready: MetaSdk | undefined) =>
        askForCode(ready, { loginConfigId: meta.loginConfigId, again }, signal);
      // Called here, not in the mutation: browsers allow a popup only during the click, or shortly after it.
      connect.mutate(sdk ? ask(sdk) : waitForScript(loadMetaSdk(meta), signal).then(ask));
    },
    cancel: () => cancel.current?.abort(),
  };
}

async function authorize(code: string) {
  try {
    return await call(authorizeMeta, { body: { code } });
  } catch (cause) {
    if (!(cause instanceof CallError)) throw new Error('Failed to connect Meta account', { cause });
    throw new Error(cause.code ? cause.message : 'Failed to authorize Meta account', { cause });
  }
}
