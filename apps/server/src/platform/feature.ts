import type { Database, Transaction } from '../database/database.ts';
import type { Tables } from '../database/tables/tables.ts';
import type { EncryptedColumns } from './encrypted-columns.ts';
import type { FileStore } from './files/file-store.ts';
import type { ZipEntry } from './files/zip.ts';
import type { Route } from './http/route.ts';
import type { RetentionPolicy } from './nightly/nightly.ts';
import type { Work } from './work/work.ts';

type Table = keyof Tables;
/** The tables that have at least one of the columns. */
type TableWith<Column extends string> = {
  [Name in Table]: [Extract<keyof Tables[Name], Column>] extends [never] ? never : Name;
}[Table];
/** The hook, if one of the tables has one of the columns; else null. */
type HookFor<Owned extends Table, Column extends string, Hook> = [Extract<Owned, TableWith<Column>>] extends [never]
  ? null
  : Hook;

export interface RetentionDeps {
  db: Database;
  files: FileStore;
  /** Null: stories are retained like the account's other data. */
  storyDays: number | null;
  /** Days for which Meta's answers are stored; 0 stores none. */
  answerDays: number;
  session: { idleHours: number; maxHours: number };
}

export interface OwnData {
  /** Parts of `profile.json`. */
  profile: Record<string, unknown>;
  /** Further files in the archive. */
  files?: AsyncIterable<ZipEntry>;
}

export type DeleteAccountRows = (transaction: Transaction, accountId: string) => Promise<void>;
/** Deletes a user's data, or anonymises what stays. Must be idempotent: an interrupted deletion is repeated. */
export type DeleteUserRows = (services: never, userId: string) => Promise<void>;
export type ExportUser = (deps: { db: Database; files: FileStore }, userId: string) => Promise<OwnData>;

/** Everything about a feature that the rest of the installation has to know. */
export interface Feature<Owned extends Table> {
  name: string;
  /** Features whose `index.ts` this one may import; tools/feature-directions.mjs reads it. */
  uses: readonly string[];
  /** Returns its part of the API. The parameter names the services that it needs; `app/` passes all of them. */
  routes: ((services: never) => Route[]) | null;
  /** What it does without a request. */
  work: readonly Work<never>[];
  secrets: EncryptedColumns<Owned>;
  /** Rules for deleting expired rows and files. */
  retention: ((deps: RetentionDeps) => RetentionPolicy[]) | null;
  /** Returns those of the files that belong to a row. */
  listKnownFiles: ((db: Database, names: string[]) => Promise<string[]>) | null;
  /** Deletes what users wrote about an account; `sync` deletes the rest in batches, or the rows are kept. */
  onAccountDeleted: HookFor<Owned, 'account_id' | 'account_ids', DeleteAccountRows | 'deleted by sync' | 'kept'>;
  /** Runs before the user's row is deleted, in no set order among features. */
  onUserDeleted: HookFor<Owned, 'user_id', DeleteUserRows | 'deleted with the user'>;
  /** Tables whose rows belong to a workspace rather than to its person, and move when it is handed over. */
  ofWorkspace: HookFor<Owned, 'user_id', readonly Extract<Owned, TableWith<'user_id'>>[]>;
  /** Returns a user's rows, without secrets. */
  exportUser: HookFor<Owned, 'user_id', ExportUser> | ExportUser;
}

/**
 * Declares a feature with the tables that only it writes. A forgotten deletion, export or encrypted column does not
 * compile.
 */
export function defineFeature<Owned extends Partial<Tables> = object>() {
  return <const Declared extends Feature<keyof Owned & Table>>(feature: Declared) =>
    feature as Declared & { readonly owned?: keyof Owned };
}
