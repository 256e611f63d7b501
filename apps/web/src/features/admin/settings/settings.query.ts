import {
  deleteOperatorSetting,
  getOperatorSettings,
  saveMailSettings,
  saveUpdateSettings,
  type EndpointRequest,
} from '@tidemark/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { adminKeys } from '../admin-keys.ts';

export type MailSettings = EndpointRequest<typeof saveMailSettings>['body'];

export const settingsQuery = queryOptions({
  queryKey: adminKeys.settings,
  queryFn: ({ signal }) => call(getOperatorSettings, undefined, signal),
});

export function useSaveMail() {
  return useMutation({ mutationFn: (body: MailSettings) => call(saveMailSettings, { body }) });
}

export function useSaveUpdates() {
  return useMutation({ mutationFn: (url: string) => call(saveUpdateSettings, { body: { url } }) });
}

export function useDeleteSetting(name: 'mail' | 'updates') {
  return useMutation({ mutationFn: () => call(deleteOperatorSetting, { params: { name } }) });
}
