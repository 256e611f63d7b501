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
  };
}
