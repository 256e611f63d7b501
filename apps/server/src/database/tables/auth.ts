import type { Generated } from 'kysely';
import type { Role } from '@tidemark/contract';
import type { CreatedInstant, Instant, InstantOrNull } from './columns.ts';

export type RoleDecider = 'operator' | 'operator_emails' | 'claim';

export interface AuthTables {
  app_user: {
    user_id: Generated<string>;
    issuer: string;
    /** The ID token's subject: some providers' access tokens name people differently. */
    subject: string;
    /** The access token's at the last sign-in; null until a sign-in has compared the two. */
    access_subject: Generated<string | null>;
    name: string;
    email: string;
    /** Path to our own file; the identity provider's URL until it has been copied. */
    picture: string | null;
    picture_attempts: Generated<number>;
    next_picture_attempt_at: InstantOrNull;
    role: Generated<'user' | 'system-admin'>;
    disabled_at: InstantOrNull;
    created_at: CreatedInstant;
    last_seen_at: InstantOrNull;
  };
  /** The days on which a user was active. */
  user_day: { user_id: string; day: string };
  /** One row: the time at which an operator ended every session. */
  session_end: { session_end_id: Generated<number>; ended_at: Instant };
  /** The source for an identity's role; survives the user's deletion. */
  identity_role: {
    identity_hash: Buffer;
    role: Role;
    decided_by: RoleDecider;
    /** A claim's time is when its token was issued. */
    decided_at: Instant;
  };
  /** Deleted users' identities: tokens issued earlier are rejected. Stored for a day, longer than any token lives. */
  deleted_identity: { identity_hash: Buffer; deleted_at: Instant };
  /** A browser's sign-in: the provider's tokens, and the cookie's hash. Ended ones have no tokens. */
  session: {
    session_id: string;
    user_id: string;
    id_hash: Buffer;
    previous_id_hash: Buffer | null;
    previous_until: InstantOrNull;
    access_token_hash: Buffer;
    access_token_encrypted: string;
    access_issued_at: Instant;
    access_expires_at: Instant;
    refresh_token_encrypted: string | null;
    id_token_encrypted: string | null;
    renewal_until: InstantOrNull;
    created_at: Instant;
    /** Time at which the user last authenticated. */
    signed_in_at: Instant;
    last_used_at: Instant;
    ended_at: InstantOrNull;
    user_agent: string | null;
  };
}
