import type { AccountType } from '@tidemark/contract';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedInstant, Instant, InstantOrNull } from './columns.ts';

export interface AccountTables {
  account: {
    account_id: string;
    type: AccountType;
    username: string;
    name: string | null;
    picture: string | null;
    /** Our copy of the picture. */
    avatar_file: ColumnType<string | null, string | null | undefined, string | null>;
    /** The copied URL's path. */
    avatar_source: ColumnType<string | null, string | null | undefined, string | null>;
    followers_count: number | null;
    follows_count: number | null;
    media_count: number | null;
    earliest_day: ColumnType<string | null, string | null | undefined, string | null>;
    activated_at: InstantOrNull;
    /** Time at which the last user unlinked it. */
    orphaned_at: InstantOrNull;
    data_version: Generated<number>;
    created_at: CreatedInstant;
    updated_at: CreatedInstant;
  };
  account_ref: {
    user_id: string;
    account_id: string;
    type: AccountType;
    linked_at: CreatedInstant;
    /** Time at which the user's business login stopped listing the account. */
    access_lost_at: InstantOrNull;
  };
  /** Accounts that members have brought into another's workspace. */
  lent_account: {
    workspace_id: string;
    account_id: string;
    /** The member whose logins reach the account. */
    user_id: string;
    lent_at: Instant;
  };
  saved_view: {
    view_id: Generated<string>;
    user_id: string;
    name: string;
    /** Null for a group of accounts. */
    path: string | null;
    search: string;
    created_at: CreatedInstant;
  };
}
