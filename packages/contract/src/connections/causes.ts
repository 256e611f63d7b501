import { z } from 'zod';

/** Why a business login reaches nothing any more, told apart as far as Meta tells them apart. Each has one way out. */
export const ConnectionCause = z.enum([
  /** The person took the connection away here. */
  'disconnected',
  'token_expired',
  'password_changed',
  /** The person, or Meta, took the app's rights away. */
  'app_removed',
  /** Facebook wants the person to confirm something first. */
  'checkpoint',
  'unconfirmed_user',
  /** The person has no role on the page any more. */
  'role_lost',
  /** 90 days without activity: Meta asks the person to confirm the access. */
  'data_access_expired',
  'permission_missing',
  'token_invalid',
  /** An operator ended every login, because tokens may have been stolen. */
  'ended_here',
]);
export type ConnectionCause = z.infer<typeof ConnectionCause>;
