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
  };
  /** Identities whose user was deleted: tokens of before open nothing. Kept for a day, longer than any token lives. */
  closed_identity: { identity_hash: Buffer; closed_at: Instant };
}
