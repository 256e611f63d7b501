import type { Instant } from './columns.ts';

export interface LiveTables {
  server_process: { process_id: string; streams: number; reported_at: Instant };
  live_token: {
    token_hash: Buffer;
    /** The user whose events the stream gets: the workspace's. */
    user_id: string;
    /** The member in whose name it does; null for the user's own. */
    member_id: string | null;
    expires_at: Instant;
  };
}
