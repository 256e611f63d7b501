import type { CreatedInstant } from './columns.ts';

export interface BlueskyTables {
  bluesky_account: {
    account_id: string;
    /** The account's identifier in the network, which stays when it changes its name or its server. */
    did: string;
    created_at: CreatedInstant;
  };
}
