import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';

export * from './webhook.ts';

export const alertKinds = [
  'unusual_day',
  'post_above_peers',
  'follower_milestone',
  'follower_fall',
  'sync_behind',
  'login_ending',
  'access_changed',
] as const;
export const AlertKind = z.enum(alertKinds);
export type AlertKind = z.infer<typeof AlertKind>;

/** Alerts about an account. */
export const accountAlertKinds = [
  'unusual_day',
  'post_above_peers',
  'follower_milestone',
  'follower_fall',
  'sync_behind',
] as const satisfies AlertKind[];
export const AccountAlertKind = z.enum(accountAlertKinds);
export type AccountAlertKind = z.infer<typeof AccountAlertKind>;

/**
 * Alerts that users choose: about accounts, and about their Meta Business login, 14, 7 and 1 days before it ends.
 * `access_changed`, which every user receives, concerns access to their own Tidemark account.
 */
export const chosenAlertKinds = [...accountAlertKinds, 'login_ending'] as const satisfies AlertKind[];
export const ChosenAlertKind = z.enum(chosenAlertKinds);
export type ChosenAlertKind = z.infer<typeof ChosenAlertKind>;

export const alertPreviewWeeks = 8;
export const maxListedAlerts = 50;

const content = {
  /** Null for an alert about a login. */
  accountId: AccountId.nullable(),
  kind: AlertKind,
  /** Day the alert is about. */
  day: z.iso.date(),
  /** Says what happened, with its numbers, and what is usual. */
  sentence: z.string(),
  /** Says what to do next, on the page at `path`. */
  step: z.string(),
  /** Page on this server. */
  path: z.string(),
};

export const Alert = z.object({
  id: z.uuid(),
  ...content,
  createdAt: z.iso.datetime(),
  isRead: z.boolean(),
});
export type Alert = z.infer<typeof Alert>;

export const PreviewedAlert = z.object(content);
export type PreviewedAlert = z.infer<typeof PreviewedAlert>;

const listKinds = <Kind extends z.ZodType<string>>(kind: Kind, max: number) =>
  z
    .array(kind)
    .max(max)
    .refine((kinds) => new Set(kinds).size === kinds.length, 'must not repeat');
const isInApp = ({ app, mail }: { app: readonly string[]; mail: readonly string[] }) =>
  mail.every((kind) => app.includes(kind));
const notInApp = { path: ['mail'], message: 'must be among the kinds in the app' };

/** Kinds of alerts in the app, and those of them that are also sent to the recipients of alerts. */
const AlertChoice = z
  .strictObject({
    app: listKinds(ChosenAlertKind, chosenAlertKinds.length),
    mail: listKinds(ChosenAlertKind, chosenAlertKinds.length),
  })
  .refine(isInApp, notInApp);
export type AlertChoice = z.infer<typeof AlertChoice>;

const AlertException = z
  .strictObject({
    accountId: AccountId,
    app: listKinds(AccountAlertKind, accountAlertKinds.length),
    mail: listKinds(AccountAlertKind, accountAlertKinds.length),
  })
  .refine(isInApp, notInApp);
export type AlertException = z.infer<typeof AlertException>;

export const AlertSettings = z.strictObject({
  /** For the login and for all accounts, also those linked later. */
  all: AlertChoice,
  /** Accounts with another choice. */
  exceptions: z
    .array(AlertException)
    .max(100)
    .refine((accounts) => new Set(accounts.map((one) => one.accountId)).size === accounts.length, 'must not repeat'),
});
export type AlertSettings = z.infer<typeof AlertSettings>;

export const listAlerts = endpoint({
  method: 'GET',
  path: '/user/alerts',
  access: 'user',
  member: 'client',
  cost: 'read',
  summary: `Lists the caller’s newest alerts, at most ${maxListedAlerts}, with the unread count`,
  response: z.object({ alerts: z.array(Alert), unread: z.int() }),
  failures: [],
});

export const markAlertsRead = endpoint({
  method: 'POST',
  path: '/user/alerts/read',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Marks the caller’s alerts as read; null marks all',
  body: z.strictObject({ alertIds: z.array(z.uuid()).min(1).max(maxListedAlerts).nullable() }),
  response: z.object({ unread: z.int() }),
  failures: [],
});

export const getAlertSettings = endpoint({
  method: 'GET',
  path: '/user/alert-settings',
  access: 'user',
  member: 'viewer',
  cost: 'read',
  summary: 'Returns the caller’s alert settings; by default all kinds in the app, and none by mail',
  response: AlertSettings,
  failures: [],
});

export const saveAlertSettings = endpoint({
  method: 'PUT',
  path: '/user/alert-settings',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Sets the caller’s kinds of alerts: for all accounts, and exceptions',
  body: AlertSettings,
  response: AlertSettings,
  failures: ['account_not_found'],
});

export const previewAlerts = endpoint({
  method: 'POST',
  path: '/user/alerts/preview',
  access: 'user',
  member: 'viewer',
  cost: 'heavyRead',
  summary: `Lists alerts that these settings would have raised in the last ${alertPreviewWeeks} weeks, newest first; excludes sync and login alerts, which have no stored history`,
  body: AlertSettings,
  response: z.object({ alerts: z.array(PreviewedAlert) }),
  failures: ['account_not_found'],
});
