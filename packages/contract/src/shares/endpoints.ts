import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { countedText, enteredText } from '../entered-text.ts';
import { oneLine, visible } from '../plain-text.ts';
import { ReportChoice, ReportContent } from '../analytics/report-content.ts';

export const maxShareLinks = 50;
export const defaultShareDays = 30;
export const maxShareDays = 365;
export const minPasscodeLength = 6;
export const maxPasscodeLength = 64;
/** Days an expired or revoked link stays in its owner's list. */
export const endedShareDays = 30;

const Title = enteredText(120).min(1, 'is required').regex(oneLine).regex(visible);
const Passcode = countedText(maxPasscodeLength, minPasscodeLength).trim();
/** Null: valid until revoked. */
const ExpiresInDays = z.int().min(1).max(maxShareDays).nullable();

export const ShareChoice = ReportChoice.extend({ title: Title });
export type ShareChoice = z.infer<typeof ShareChoice>;

export const ShareLink = z.object({
  id: z.uuid(),
  /** Content the link shows, without accounts deleted since. */
  choice: ReportChoice.extend({ accountIds: z.array(z.string()) }),
  /** True if it shows the figures from the day it was created, false for those from the day it is opened. */
  isFrozen: z.boolean(),
  state: z.enum(['active', 'expired', 'revoked']),
  /** The whole link; null once revoked, or if the server’s encryption key is missing. */
  url: z.string().nullable(),
  hasPasscode: z.boolean(),
  /** True if other sites may show the page in a frame. */
  mayBeEmbedded: z.boolean(),
  /** True if programs that preview the link, such as chats, show its title. Never with a passcode. */
  titleInPreviews: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Null: valid until revoked. */
  expiresAt: z.iso.datetime().nullable(),
  views: z.number().int(),
  /** Day in UTC; null if nobody has opened it. */
  lastViewedOn: z.iso.date().nullable(),
});
export type ShareLink = z.infer<typeof ShareLink>;

const OneLink = z.strictObject({ id: z.uuid() });

export const listShares = endpoint({
  method: 'GET',
  path: '/user/shares',
  access: 'user',
  member: 'editor',
  cost: 'read',
  summary: 'Lists the caller’s share links, newest first',
  response: z.object({ links: z.array(ShareLink) }),
  failures: [],
});

export const createShare = endpoint({
  method: 'POST',
  path: '/user/shares',
  access: 'user',
  member: 'editor',
  recentSignIn: true,
  cost: 'heavyRead',
  limits: ['shareCreation'],
  summary: 'Creates a link that shows the chosen data to anyone without signing in',
  body: z.strictObject({
    choice: ShareChoice,
    isFrozen: z.boolean(),
    expiresInDays: ExpiresInDays,
    passcode: Passcode.nullable(),
    mayBeEmbedded: z.boolean(),
    titleInPreviews: z.boolean().default(false),
  }),
  response: ShareLink,
  failures: ['account_not_found', 'share_limit_reached'],
});

export const updateShare = endpoint({
  method: 'PATCH',
  path: '/user/shares/:id',
  access: 'user',
  member: 'editor',
  recentSignIn: true,
  cost: 'write',
  limits: ['shareCreation'],
  summary: 'Changes a link’s title, expiry, passcode, embedding or preview, but not its content',
  params: OneLink,
  body: z.strictObject({
    title: Title.optional(),
    /** Days from now. */
    expiresInDays: ExpiresInDays.optional(),
    /** Null removes it. */
    passcode: Passcode.nullable().optional(),
    mayBeEmbedded: z.boolean().optional(),
    titleInPreviews: z.boolean().optional(),
  }),
  response: ShareLink,
  failures: ['not_found', 'share_revoked'],
});

export const revokeShare = endpoint({
  method: 'POST',
  path: '/user/shares/:id/revoke',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Revokes a link immediately and permanently; may be repeated',
  params: OneLink,
  response: ShareLink,
  failures: ['not_found'],
});

export const deleteShare = endpoint({
  method: 'DELETE',
  path: '/user/shares/:id',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Revokes a link if it still works, and removes it from the list',
  params: OneLink,
  response: z.object({ success: z.literal(true) }),
  failures: ['not_found'],
});

export const openShare = endpoint({
  method: 'POST',
  path: '/share/open',
  access: 'public',
  cost: 'heavyRead',
  limits: ['shareOpening'],
  summary:
    'Returns a share link’s content, or that it needs a passcode. A revoked link, or one of a deleted user, is ' +
    'treated as if it never existed',
  body: z.strictObject({ token: z.string().max(200), passcode: countedText(maxPasscodeLength).nullable() }),
  response: z.discriminatedUnion('state', [
    z.object({ state: z.literal('passcode-required') }),
    z.object({ state: z.literal('open'), isFrozen: z.boolean(), content: ReportContent }),
  ]),
  failures: ['share_not_found', 'share_expired', 'share_empty', 'passcode_rejected', 'passcode_blocked'],
});
