import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const OwnSession = z.object({
  id: z.uuid(),
  /** The browser's own description of itself; null if it sent none. */
  userAgent: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/user/sessions',
  access: 'user',
  member: 'person',
  cost: 'read',
  summary: 'Lists the browsers in which the caller is signed in',
  response: z.object({ sessions: z.array(OwnSession) }),
  failures: [],
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/user/sessions/:id',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Signs the caller out in another browser',
  params: z.strictObject({ id: z.uuid() }),
  response: z.object({ success: z.literal(true) }),
  failures: ['not_found'],
});
