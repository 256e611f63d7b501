import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The result of asking another system, or our own rules, about a setting. */
export const SettingCheck = z.object({
  level: z.enum(['ok', 'warning', 'error']),
  detail: z.string(),
  /** The next step; null when nothing is wrong. */
  fix: z.string().nullable(),
});
export type SettingCheck = z.infer<typeof SettingCheck>;

export const SavedSetting = z.object({ isSaved: z.boolean(), checks: z.array(SettingCheck) });

/** TLS from the start, after STARTTLS, or none. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const;
export const MailSecurity = z.enum(mailSecurities);
export type MailSecurity = z.infer<typeof MailSecurity>;

export const OperatorSettings = z.object({
  /** Differs once the server has restarted with changed settings. */
  version: z.string(),
  mail: z.object({
    /** True if it cannot be changed here: environment variables override what is stored. */
    isFixed: z.boolean(),
    /** What is used now, without the password; null if no mail is sent. */
    used: z
      .object({
        host: z.string(),
        port: z.number().int(),
        security: MailSecurity,
        user: z.string().nullable(),
        sender: z.string(),
        returnPath: z.string().nullable(),
      })
      .nullable(),
  }),
  updates: z.object({
    isFixed: z.boolean(),
    /** Null if newer versions are not looked for. */
    url: z.string().nullable(),
  }),
});
export type OperatorSettings = z.infer<typeof OperatorSettings>;

export const getOperatorSettings = endpoint({
  method: 'GET',
  path: '/admin/settings',
  access: 'system-admin',
  cost: 'read',
  summary: 'Returns the mail server and the update check, without secrets',
  response: OperatorSettings,
  failures: [],
});

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'is required')
    .max(max)
    .regex(/^\P{Cc}*$/u, 'must be a single line');

export const saveMailSettings = endpoint({
  method: 'PUT',
  path: '/admin/settings/mail',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'external',
  summary: 'Signs in to a mail server, then stores it and restarts with it',
  body: z.strictObject({
    host: z
      .string()
      .trim()
      .max(253)
      .regex(/^(?:[\w.-]+|\[[\da-f:.]+\])$/i, 'must be a host name, such as smtp.example.com'),
    port: z.int().min(1).max(65_535),
    security: MailSecurity,
    /** Both null for a server that requires no sign-in. */
    user: line(320).nullable(),
    password: line(500).nullable(),
    /** An address, or a name with one: `Tidemark <tidemark@example.com>`. */
    sender: line(320),
    returnPath: line(320).nullable(),
  }),
  response: SavedSetting,
  failures: ['configuration_read_only'],
});

export const saveUpdateSettings = endpoint({
  method: 'PUT',
  path: '/admin/settings/updates',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'write',
  summary: 'Stores where newer versions are looked for, and restarts with it',
  body: z.strictObject({ url: z.httpUrl('must be an address, such as https://example.com/latest').max(500) }),
  response: SavedSetting,
  failures: ['configuration_read_only'],
});

export const deleteOperatorSetting = endpoint({
  method: 'DELETE',
  path: '/admin/settings/:name',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'write',
  summary: 'Deletes the stored mail server or update check, and restarts without it',
  params: z.strictObject({ name: z.enum(['mail', 'updates']) }),
  response: z.object({ success: z.literal(true) }),
  failures: ['configuration_read_only'],
});
