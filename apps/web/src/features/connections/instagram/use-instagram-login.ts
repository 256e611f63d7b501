import {
  disconnectInstagram,
  startInstagramLogin,
  type AccountId,
  type InstagramLoginOrigin,
} from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { notify } from '#web/ui/toaster.tsx';

const origins: readonly string[] = ['/profile', '/account/add', '/welcome'] satisfies InstagramLoginOrigin[];

/** Leaves for Instagram, which sends the browser back to the same page. */
export function useInstagramLogin() {
  const { pathname } = useLocation();
  return useMutation({
    mutationFn: () => call(startInstagramLogin, { body: { returnTo: isOrigin(pathname) ? pathname : '/profile' } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (failure) => notify.error(failure.message),
  });
}

function isOrigin(pathname: string): pathname is InstagramLoginOrigin {
  return origins.includes(pathname);
}

export function useInstagramDisconnect() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (accountId: AccountId) => call(disconnectInstagram, { params: { accountId } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.connections.all });
      notify.success('Instagram account disconnected');
    },
    onError: (failure) => notify.error(failure.message),
  });
}
