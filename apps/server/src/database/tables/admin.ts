import type { ColumnType, Generated } from 'kysely';
import type { CreatedInstant } from './columns.ts';

export interface AdminTables {
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
    /** The code of the failure. */
    failure: string | null;
    /** Null in entries that are older than the chain. */
    previous_hash: Buffer | null;
    hash: Buffer | null;
  };
  /** One row: the chain's length, and the hash of its last entry. */
  audit_chain: { chain_id: Generated<number>; entries: Generated<number>; head: Buffer | null };
}
