import type { Generated } from 'kysely';
import type { CreatedInstant, Instant, InstantOrNull } from './columns.ts';

export interface AuthTables {
  app_user: {
    user_id: Generated<string>;
    issuer: string;
    subject: string;
    name: string;
    email: string;
    picture: string | null;
    role: Generated<'user' | 'system-admin'>;
    disabled_at: InstantOrNull;
    created_at: CreatedInstant;
    last_seen_at: InstantOrNull;
    /** When the configuration made them an operator; once. */
    named_operator_at: InstantOrNull;
  };
  /** The days on which a user was there. */
  user_day: { user_id: string; day: string };
  /** One row: when an operator ended every session. */
  session_end: { session_end_id: Generated<number>; ended_at: Instant };
  /** Identities whose user was deleted: tokens of before open nothing. Kept for a day, longer than any token lives. */
  closed_identity: { identity_hash: Buffer; closed_at: Instant };
}
