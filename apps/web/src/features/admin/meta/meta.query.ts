import {
  getClientConfig,
  getMetaSetup,
  saveInstagramSetup,
  saveMetaSetup,
  type ClientConfig,
  type EndpointRequest,
} from '@tidemark/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { adminKeys } from '../admin-keys.ts';

export type MetaApp = EndpointRequest<typeof saveMetaSetup>['body'];

export const metaQuery = queryOptions({
  queryKey: adminKeys.meta,
  queryFn: ({ signal }) => call(getMetaSetup, undefined, signal),
});

export function useSaveMetaApp() {
  return useMutation({ mutationFn: (body: MetaApp) => call(saveMetaSetup, { body }) });
}

export function useSaveInstagramApp() {
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof saveInstagramSetup>['body']) => call(saveInstagramSetup, { body }),
  });
}

/** Polls until the server runs with the app: it does not respond while restarting. */
export function restartedQuery(appId: string, isUsed: (config: ClientConfig) => boolean) {
  return queryOptions({
    queryKey: [...adminKeys.meta, 'restarted', appId],
    queryFn: async ({ signal }) => {
      const config = await call(getClientConfig, undefined, signal).catch(() => null);
      return config !== null && isUsed(config);
    },
    refetchInterval: ({ state }) => (state.data ? false : 500),
  });
}
