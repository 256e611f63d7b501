import {
  type AlertSettings,
  getAlertSettings,
  listAlerts,
  markAlertsRead,
  previewAlerts,
  saveAlertSettings,
} from '@tidemark/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { notify } from '#web/ui/toaster.tsx';

export const alertsQuery = queryOptions({
  queryKey: [...queryKeys.alerts, 'list'],
  queryFn: ({ signal }) => call(listAlerts, undefined, signal),
});

/** The number on the bell, which each page gets with its user. */
export const unreadQuery = queryOptions({
  queryKey: queryKeys.unreadAlerts,
  queryFn: async ({ client }) => (await client.fetchQuery(alertsQuery)).unread,
});

export const settingsQuery = queryOptions({
  queryKey: [...queryKeys.alerts, 'settings'],
  queryFn: ({ signal }) => call(getAlertSettings, undefined, signal),
});

export const previewQuery = (settings: AlertSettings) =>
  queryOptions({
    queryKey: [...queryKeys.alerts, 'preview', settings],
    queryFn: ({ signal }) => call(previewAlerts, { body: settings }, signal),
    placeholderData: keepPreviousData,
  });

/** Marks the given alerts as read; null means all. */
export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (alertIds: string[] | null) => call(markAlertsRead, { body: { alertIds } }),
    onMutate(alertIds) {
      const changed = queries.setQueryData(alertsQuery.queryKey, (old) => {
        if (!old) return old;
        const alerts = old.alerts.map((alert) => ({
          ...alert,
          isRead: alert.isRead || alertIds === null || alertIds.includes(alert.id),
        }));
        return { alerts, unread: alerts.filter(({ isRead }) => !isRead).length };
      });
      if (changed) queries.setQueryData(unreadQuery.queryKey, changed.unread);
    },
    onError: (error) => notify.error(getServerMessage(error, 'Could not mark the alert as read')),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.alerts }),
  });
}

export function useSaveSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: AlertSettings) => call(saveAlertSettings, { body }),
    onSuccess: (saved) => queries.setQueryData(settingsQuery.queryKey, saved),
    onError: (error) => notify.error(getServerMessage(error, 'Could not save the alerts. Try again in a moment.')),
  });
}
