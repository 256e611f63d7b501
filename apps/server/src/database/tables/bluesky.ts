import type { CreatedInstant, Instant } from './columns.ts';

export interface BlueskyTables {
  bluesky_account: {
    account_id: string;
    /** The account's identifier in the network, which stays when it changes its name or its server. */
    did: string;
    created_at: CreatedInstant;
  };
  /** Accounts whose ownership users have proven. */
  bluesky_login: { user_id: string; account_id: string; connected_at: Instant };
  /** Sign-ins that have started and not returned yet. */
  bluesky_sign_in: {
    state: string;
    user_id: string;
    /** The key and the verifier that the code is exchanged with. */
    secrets_encrypted: string;
    expires_at: Instant;
  };
}
