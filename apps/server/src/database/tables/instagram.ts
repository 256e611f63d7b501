import type { Generated } from 'kysely';
import type { CreatedInstant, Instant, InstantOrNull } from './columns.ts';

/** An account that a user's login reaches, as Instagram describes it. */
interface ReachedAccount {
  user_id: string;
  account_id: string;
  username: string;
  name: string | null;
  picture: string | null;
  followers_count: number | null;
  follows_count: number | null;
  media_count: number | null;
}

export interface InstagramTables {
  meta_connection: {
    user_id: string;
    meta_user_id: string;
    name: string | null;
    picture: string | null;
    account_type: string | null;
    client_business_id: string | null;
    token_encrypted: string;
    scopes: string[];
    /** Null when the token does not expire. */
    expires_at: InstantOrNull;
    data_access_expires_at: InstantOrNull;
    /** Time at which Meta began to reject the token. */
    broken_at: InstantOrNull;
    broken_reason: string | null;
    connected_at: CreatedInstant;
    /** Times at which the token was last checked, and last exchanged for a newer one. */
    checked_at: InstantOrNull;
    renewed_at: InstantOrNull;
    missing_scopes: Generated<string[]>;
    /** Time at which its accounts were last fetched from Meta. */
    accounts_fetched_at: InstantOrNull;
  };
  meta_deletion: {
    code: string;
    /** Hash of Meta's signed request: a repeated request gets the same code. */
    request_hash: Buffer;
    /** Null, without accounts, once the deletion is complete. */
    meta_user_id: string | null;
    account_ids: Generated<string[]>;
    /** The issuer of the user ID that the request names. */
    id_issuer: Generated<'facebook' | 'instagram'>;
    requested_at: Instant;
    completed_at: InstantOrNull;
  };
  /** Processed de-authorizations, by hash, for as long as a replay would be accepted. */
  meta_deauthorization: { request_hash: Buffer; received_at: Instant };
  connection_account: ReachedAccount & { seen_at: CreatedInstant };
  /** Logins at Instagram itself, each for one account. */
  instagram_login: ReachedAccount & {
    login_id: string;
    /** The account's ID for our app only, which Instagram names in its callbacks. */
    app_user_id: string;
    token_encrypted: string;
    missing_scopes: Generated<string[]>;
    expires_at: Instant;
    broken_at: InstantOrNull;
    broken_reason: string | null;
    connected_at: Instant;
    renewed_at: InstantOrNull;
    next_check_at: Instant;
    /** Checks started since the last one that ended. */
    attempts: Generated<number>;
  };
  window_request: {
    account_id: string;
    end_day: string;
    days: number;
    requested_at: Instant;
    fetched_at: InstantOrNull;
  };
  graph_version: { requested: string; answered: string; seen_at: Instant };
  graph_pause: { scope: string; until: Instant; reason: string; updated_at: CreatedInstant };
  webhook_inbox: { source: string; event_id: string; received_at: CreatedInstant };
}
