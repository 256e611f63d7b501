import type { Instant } from './columns.ts';

export interface LiveTables {
  live_token: { token_hash: Buffer; user_id: string; expires_at: Instant };
}
