import type { Instant } from './columns.ts';

export interface LiveTables {
  server_process: { process_id: string; streams: number; reported_at: Instant };
  live_token: { token_hash: Buffer; user_id: string; expires_at: Instant };
}
