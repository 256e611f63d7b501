import type { ColumnType, Generated } from 'kysely';
import type { CreatedInstant } from './columns.ts';

export interface AuditTables {
  audit_entry: {
    entry_id: Generated<number>;
    at: CreatedInstant;
    actor_id: string | null;
    action: string;
    target: string;
    change: ColumnType<unknown, string, string>;
    request_id: string | null;
    ip: string | null;
    outcome: Generated<'ok' | 'failed'>;
    /** The error code. */
    failure: string | null;
    /** Null in entries older than the hash chain. */
    previous_hash: Buffer | null;
    hash: Buffer | null;
    /** Null in entries older than signatures. */
    key_id: Generated<string | null>;
    signature: Generated<Buffer | null>;
  };
  /** Number of times a user did something on a day. */
  user_action_day: { user_id: string; action: string; day: string; times: Generated<number> };
  /** One row: the chain's length and its last entry's hash. */
  audit_chain: { chain_id: Generated<number>; entries: Generated<number>; head: Buffer | null };
}
