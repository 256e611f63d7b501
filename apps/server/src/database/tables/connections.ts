import type { CreatedInstant, InstantOrNull } from './columns.ts';

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
