import {
  deleteReportLogo,
  getReportLogo,
  reportLogoBytes,
  reportLogoField,
  setReportColor,
  uploadReportLogo,
} from '@tidemark/contract';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callWithForm } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { notify } from '#web/ui/toaster.tsx';

export const brandQuery = queryOptions({
  queryKey: ['report-brand'],
  queryFn: ({ signal }) => call(getReportLogo, undefined, signal),
});

const keep = (queries: QueryClient, change: { logo: string | null } | { color: string | null }) =>
  queries.setQueryData(brandQuery.queryKey, (brand) => brand && { ...brand, ...change });

const accepted = ['image/png', 'image/jpeg'];
export const acceptedLogos = accepted.join();

/** Returns why a file cannot be a logo, checked before the upload; null if it can. */
export function logoProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!accepted.includes(type)) return 'Choose a PNG or JPEG image.';
  return size > reportLogoBytes ? 'The logo must not be larger than 1 MB.' : null;
}

export function useUploadLogo() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn(file: File) {
      const form = new FormData();
      form.append(reportLogoField, file);
      return callWithForm(uploadReportLogo, form);
    },
    onSuccess: ({ logo }) => keep(queries, { logo }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not upload the logo')),
  });
}

export function useRemoveLogo() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteReportLogo),
    onSuccess: () => keep(queries, { logo: null }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not remove the logo')),
  });
}

export function useSetColor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (color: string | null) => call(setReportColor, { body: { color } }),
    onSuccess: ({ color }) => keep(queries, { color }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not save the color')),
  });
}
