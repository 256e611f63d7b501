import { z } from 'zod';

/** Reasons a business login no longer works, as precisely as Meta reports them. Each cause has one remedy. */
export const ConnectionCause = z.enum([
  /** The user disconnected it here. */
  'disconnected',
  'token_expired',
  'password_changed',
  /** The user, or Meta, removed the app's permissions. */
  'app_removed',
  /** Facebook requires the user to confirm something first. */
  'checkpoint',
  'unconfirmed_user',
  /** The user no longer has a role on the page. */
  'role_lost',
  /** 90 days without activity: Meta requires the user to confirm the access. */
  'data_access_expired',
  'permission_missing',
  /** The account was converted to a personal one, which no application can read. */
  'account_personal',
  'token_invalid',
  /** An operator ended every login because tokens may have been stolen. */
  'ended_here',
]);
export type ConnectionCause = z.infer<typeof ConnectionCause>;
