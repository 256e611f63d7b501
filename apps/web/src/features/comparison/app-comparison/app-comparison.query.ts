import {
  type AccountId,
  type AppComparison,
  type AppComparisonInput,
  createAppComparison,
  deleteAppComparison,
  downloadAppReport,
  listAppComparisons,
} from '@tidemark/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { download } from '#web/platform/download.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { runDownload } from '#web/ui/download/run-download.tsx';
import { notify } from '#web/ui/toaster.tsx';

const toKey = (accountId: string) => ['app-comparisons', accountId];

export const appComparisonsQuery = (accountId: AccountId) =>
  queryOptions({
    queryKey: toKey(accountId),
    queryFn: async ({ signal }) =>
      (await call(listAppComparisons, { query: { accountId } }, signal)).comparisons satisfies AppComparison[],
  });

export function useCompareWithApp({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: AppComparisonInput) => call(createAppComparison, { body }),
    onSuccess(comparison) {
      onDone();
      queries.setQueryData(appComparisonsQuery(comparison.accountId).queryKey, (known) => [
        comparison,
        ...(known ?? []),
      ]);
    },
  });
}

export function useDeleteAppComparison() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AppComparison) => call(deleteAppComparison, { params: { id } }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not delete the comparison')),
    onSettled: (_data, _error, { accountId }) => queries.invalidateQueries({ queryKey: toKey(accountId) }),
  });
}

export function useDownloadAppReport(accountId: AccountId) {
  return useMutation({
    mutationFn: () =>
      runDownload({
        text: 'Downloading the report',
        load: (watch) => download(downloadAppReport, { query: { accountId } }, watch),
        fallbackName: 'tidemark-compared-with-the-app.json',
      }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not download the report')),
  });
}
