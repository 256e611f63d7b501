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

/**
 * Alerts about an account. `login_ending` concerns the user's Meta Business login; `access_changed`, which every user
 * receives, concerns access to their own Tidemark account.
 */
export const accountAlertKinds = [
  'unusual_day',
  'post_above_peers',
  'follower_milestone',
  'follower_fall',
  'sync_behind',
] as const satisfies AlertKind[];
export const AccountAlertKind = z.enum(accountAlertKinds);
export type AccountAlertKind = z.infer<typeof AccountAlertKind>;

export const alertPreviewWeeks = 8;
export const maxListedAlerts = 50;

const content = {
  /** Null for an alert about a login. */
  accountId: AccountId.nullable(),
  kind: AlertKind,
  /** Day the alert is about. */
  day: z.iso.date(),
  /** Includes the relevant numbers. */
  sentence: z.string(),
  /** Page on this server that shows the details. */
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

export const AlertSettings = z.strictObject({
  /** Sends alerts 14, 7 and 1 days before the login ends. */
  loginEnding: z.boolean(),
  /** Accounts not listed here have no alerts. */
  accounts: z
    .array(
      z.strictObject({
        accountId: AccountId,
        kinds: z
          .array(AccountAlertKind)
          .min(1)
          .max(accountAlertKinds.length)
          .refine((kinds) => new Set(kinds).size === kinds.length, 'must not repeat'),
      }),
    )
    .max(100)
    .refine((accounts) => new Set(accounts.map((one) => one.accountId)).size === accounts.length, 'must not repeat'),
});
export type AlertSettings = z.infer<typeof AlertSettings>;

export const listAlerts = endpoint({
  method: 'GET',
  path: '/user/alerts',
  access: 'user',
  cost: 'read',
  summary: `Lists the caller’s newest alerts, at most ${maxListedAlerts}, with the unread count`,
  response: z.object({ alerts: z.array(Alert), unread: z.int() }),
  failures: [],
});

export const markAlertsRead = endpoint({
  method: 'POST',
  path: '/user/alerts/read',
  access: 'user',
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
  cost: 'read',
  summary: 'Returns the caller’s alert settings; none by default',
  response: AlertSettings,
  failures: [],
});

export const saveAlertSettings = endpoint({
  method: 'PUT',
  path: '/user/alert-settings',
  access: 'user',
  cost: 'write',
  summary: 'Sets the caller’s alerts by account and kind',
  body: AlertSettings,
  response: AlertSettings,
  failures: ['account_not_found'],
});

export const previewAlerts = endpoint({
  method: 'POST',
  path: '/user/alerts/preview',
  access: 'user',
  cost: 'heavyRead',
  summary: `Lists alerts that these settings would have raised in the last ${alertPreviewWeeks} weeks, newest first; excludes sync and login alerts, which have no stored history`,
  body: AlertSettings,
  response: z.object({ alerts: z.array(PreviewedAlert) }),
  failures: ['account_not_found'],
});
