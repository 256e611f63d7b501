import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';
import { TimeZone } from '../analytics/period.ts';
import { endpoint } from '../endpoint.ts';
import { SendingTimes } from '../mail/sending-times.ts';

export const previewDigests = 8;

export const DigestSchedule = SendingTimes.extend({
  isOn: z.boolean(),
  /** Null for all linked accounts. */
  accountIds: z.array(AccountId).min(1).max(100).nullable(),
});
export type DigestSchedule = z.infer<typeof DigestSchedule>;

export const Digest = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  title: z.string(),
  /** Up to five sentences about the biggest changes and their origin, each with its number. */
  sentences: z.array(z.string()).max(5),
  figures: z.array(
    z.object({
      label: z.string(),
      /** Prefixed with ≈ if approximate. */
      value: z.string(),
      change: z.string().nullable(),
      direction: z.enum(['up', 'down']).nullable(),
    }),
  ),
  /** Explains the comparison, and ≈ if there is one. */
  note: z.string(),
  posts: z.array(z.object({ title: z.string(), detail: z.string(), url: z.string() })),
  /** The Overview for the same range and accounts. */
  url: z.string(),
});
export type Digest = z.infer<typeof Digest>;

const Saved = z.object({
  schedule: DigestSchedule,
  /** Null while it is off. */
  nextAt: z.iso.datetime().nullable(),
});

export const getDigestSchedule = endpoint({
  method: 'GET',
  path: '/user/digest',
  access: 'user',
  member: 'person',
  cost: 'read',
  summary: 'Returns the schedule of the caller’s digest; off by default',
  query: z.strictObject({ timeZone: TimeZone.optional() }),
  response: Saved,
  failures: [],
});

export const saveDigestSchedule = endpoint({
  method: 'PUT',
  path: '/user/digest',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Sets the schedule and accounts of the caller’s digest',
  body: DigestSchedule,
  response: Saved,
  failures: ['account_not_found'],
});

export const previewDigest = endpoint({
  method: 'POST',
  path: '/user/digest/preview',
  access: 'user',
  member: 'person',
  cost: 'heavyRead',
  summary: `Returns one of the last ${previewDigests} digests that a schedule would have sent; null if it had nothing to report`,
  body: z.strictObject({
    schedule: DigestSchedule,
    back: z
      .int()
      .min(0)
      .max(previewDigests - 1),
  }),
  response: z.object({ digest: Digest.nullable() }),
  failures: ['account_not_found'],
});

export const sendTestDigest = endpoint({
  method: 'POST',
  path: '/user/digest/test',
  access: 'user',
  member: 'person',
  cost: 'heavyRead',
  limits: ['digestTest'],
  summary: 'Sends the newest digest of a schedule to one of the caller’s confirmed addresses',
  body: z.strictObject({ schedule: DigestSchedule, recipientId: z.uuid() }),
  response: z.object({ success: z.literal(true) }),
  failures: ['account_not_found', 'mail_off', 'recipient_not_confirmed', 'digest_empty'],
});
