import { downloadFullAppReport, listAllAppComparisons } from '@tidemark/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { download } from '#web/platform/download.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { adminKeys } from '../admin-keys.ts';
import { runDownload } from '#web/ui/download/run-download.tsx';
import { notify } from '#web/ui/toaster.tsx';

export const allAppComparisonsQuery = queryOptions({
  queryKey: adminKeys.appComparisons,
  queryFn: ({ signal }) => call(listAllAppComparisons, undefined, signal),
});

export function useDownloadFullReport() {
  return useMutation({
    mutationFn: () =>
      runDownload({
        text: 'Downloading the report',
        load: (watch) => download(downloadFullAppReport, {}, watch),
        fallbackName: 'tidemark-compared-with-the-app.json',
      }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not download the report')),
  });
}
