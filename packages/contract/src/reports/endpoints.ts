import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { SendingTimes } from '../mail/sending-times.ts';
import { maxReportAccounts, ReportChoice, ReportContent } from '../analytics/report-content.ts';

export * from './logo.ts';
export * from './page.ts';
export * from './comments.ts';

export const maxReports = 50;

/** A report's content: everything that can be shared, plus the logo. */
export const OwnReportChoice = ReportChoice.extend({
  /** Empty for a title from the accounts and the period, which changes with them. */
  title: z.union([z.literal(''), ReportChoice.shape.title]),
  /** Shows the owner's logo, if there is one. */
  showsLogo: z.boolean().default(false),
});
export type OwnReportChoice = z.infer<typeof OwnReportChoice>;

export const Report = z.object({
  id: z.uuid(),
  /** Excludes accounts deleted since, so none may be left. */
  choice: OwnReportChoice.extend({ accountIds: z.array(AccountId).max(maxReportAccounts) }),
  /** Null if the report is not sent by mail. */
  schedule: SendingTimes.nullable(),
  nextAt: z.iso.datetime().nullable(),
  /** The number of comments about it. */
  comments: z.int(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
});
export type Report = z.infer<typeof Report>;

const params = z.strictObject({ id: z.uuid() });

export const listReports = endpoint({
  method: 'GET',
  path: '/reports',
  access: 'user',
  member: 'client',
  cost: 'read',
  summary: 'Lists the caller’s saved reports, most recently changed first',
  response: z.object({ reports: z.array(Report) }),
  failures: [],
});

export const createReport = endpoint({
  method: 'POST',
  path: '/reports',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Saves a report',
  body: OwnReportChoice,
  response: Report,
  failures: ['account_not_found', 'report_limit_reached'],
});

export const changeReport = endpoint({
  method: 'PUT',
  path: '/reports/:id',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Replaces a saved report',
  params,
  body: OwnReportChoice,
  response: Report,
  failures: ['account_not_found', 'not_found'],
});

export const scheduleReport = endpoint({
  method: 'PUT',
  path: '/reports/:id/schedule',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Schedules a saved report as PDF for report recipients; null ends the schedule',
  params,
  body: z.strictObject({ schedule: SendingTimes.nullable() }),
  response: Report,
  failures: ['mail_off', 'not_found'],
});

export const deleteReport = endpoint({
  method: 'DELETE',
  path: '/reports/:id',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Deletes a saved report',
  params,
  response: z.object({ success: z.literal(true) }),
  failures: ['not_found'],
});

export const previewReport = endpoint({
  method: 'POST',
  path: '/reports/preview',
  access: 'user',
  member: 'viewer',
  cost: 'heavyRead',
  summary: 'Returns all data of an unsaved report',
  body: ReportChoice,
  response: ReportContent,
  failures: ['account_not_found'],
});

export const getReportContent = endpoint({
  method: 'GET',
  path: '/reports/:id/content',
  access: 'user',
  member: 'client',
  cost: 'heavyRead',
  summary: 'Returns all data of a saved report, except accounts the caller can no longer read',
  params,
  response: ReportContent,
  failures: ['not_found', 'account_not_found'],
});

export const downloadReport = endpoint({
  method: 'GET',
  path: '/reports/:id/pdf',
  access: 'user',
  member: 'client',
  cost: 'download',
  summary: 'Returns a saved report as a PDF document',
  params,
  response: z.string(),
  failures: ['not_found', 'account_not_found'],
});

export const renderReport = endpoint({
  method: 'POST',
  path: '/reports/pdf',
  access: 'user',
  member: 'viewer',
  cost: 'download',
  summary: 'Returns an unsaved report as a PDF document',
  body: OwnReportChoice,
  response: z.string(),
  failures: ['account_not_found'],
});
