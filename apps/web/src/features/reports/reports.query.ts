import {
  addReportComment,
  changeReport,
  createReport,
  deleteReport,
  deleteReportComment,
  downloadReport,
  listReportComments,
  listReports,
  type OwnReportChoice,
  previewReport,
  renderReport,
  type Report,
  type ReportChoice,
  scheduleReport,
  type SendingTimes,
} from '@tidemark/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { download } from '#web/platform/download.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { runDownload } from '#web/ui/download/run-download.tsx';
import { notify } from '#web/ui/toaster.tsx';

const queryKey = ['reports'];

export const reportsQuery = queryOptions({
  queryKey: queryKey,
  queryFn: async ({ signal }) => (await call(listReports, undefined, signal)).reports,
});

/** Fetches a report's current figures, saved or not. */
export const previewQuery = (choice: ReportChoice) =>
  queryOptions({
    queryKey: queryKeys.analytics('report', { ...choice }),
    queryFn: ({ signal }) => call(previewReport, { body: choice }, signal),
    placeholderData: keepPreviousData,
  });

/** Saves a new report, or changes the one with this ID. */
export function useSaveReport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, choice }: { id: string | null; choice: OwnReportChoice }) =>
      id === null ? call(createReport, { body: choice }) : call(changeReport, { params: { id }, body: choice }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: queryKey });
      notify.success('Report saved');
    },
    onError: (error) => notify.error(getServerMessage(error, 'Could not save the report')),
  });
}

/** Schedules a report by mail; null ends the schedule. */
export function useScheduleReport({ id }: Report) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (schedule: SendingTimes | null) => call(scheduleReport, { params: { id }, body: { schedule } }),
    async onSuccess({ schedule }) {
      await queries.invalidateQueries({ queryKey: queryKey });
      notify.success(schedule ? 'Report scheduled' : 'Schedule removed');
    },
  });
}

export function useDeleteReport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Report) => call(deleteReport, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKey }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not delete the report')),
  });
}

export const commentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKey, id, 'comments'],
    queryFn: async ({ signal }) => (await call(listReportComments, { params: { id } }, signal)).comments,
  });

export function useAddComment(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => call(addReportComment, { params: { id }, body: { text } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKey }),
  });
}

export function useDeleteComment(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (commentId: string) => call(deleteReportComment, { params: { id, commentId } }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not delete the comment. Try again in a moment.')),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKey }),
  });
}

/** Downloads a saved report, or one that is not saved, as PDF. */
export function useDownloadReport() {
  return useMutation({
    mutationFn: (report: { id: string } | { choice: OwnReportChoice }) =>
      runDownload({
        text: 'Creating the PDF',
        load: (watch) =>
          'id' in report
            ? download(downloadReport, { params: { id: report.id } }, watch)
            : download(renderReport, { body: report.choice }, watch),
        fallbackName: 'tidemark-report.pdf',
      }),
    onError: (error) => notify.error(getServerMessage(error, 'Could not create the PDF. Try again in a moment.')),
  });
}
