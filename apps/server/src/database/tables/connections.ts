import type { Generated } from 'kysely';
import type { CreatedInstant, Instant, InstantOrNull } from './columns.ts';

export interface ConnectionTables {
  meta_connection: {
    user_id: string;
    meta_user_id: string;
    name: string | null;
    picture: string | null;
    account_type: string | null;
    client_business_id: string | null;
    token_sealed: string;
    scopes: string[];
    /** Null when the token does not expire. */
    expires_at: InstantOrNull;
    data_access_expires_at: InstantOrNull;
    /** Since when Meta refuses the token. */
    broken_at: InstantOrNull;
    broken_reason: string | null;
    connected_at: CreatedInstant;
    /** When Meta was last asked about the token, and when it was last exchanged for a younger one. */
    checked_at: InstantOrNull;
    renewed_at: InstantOrNull;
    missing_scopes: Generated<string[]>;
  };
  meta_deletion: {
    code: string;
    /** Of what Meta signed: the same request again gets the same code. */
    request_hash: Buffer;
    /** Null, and no accounts, once the deletion is done. */
    meta_user_id: string | null;
    account_ids: Generated<string[]>;
    requested_at: Instant;
    completed_at: InstantOrNull;
  };
  connection_account: {
    user_id: string;
    account_id: string;
    username: string;
    name: string | null;
    picture: string | null;
    followers_count: number | null;
    follows_count: number | null;
    media_count: number | null;
    seen_at: CreatedInstant;
  };
}
