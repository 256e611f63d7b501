import type { Database, Transaction } from '../../../database/database.ts';
import { DecryptionError, type Vault } from '../../../platform/secrets.ts';

/** Groups of variables that operators can set in the browser. The environment overrides a group as a whole. */
const groups = {
  meta: ['META_APP_ID', 'META_APP_SECRET', 'META_LOGIN_CONFIG_ID', 'META_WEBHOOK_VERIFY_TOKEN'],
  instagram: ['INSTAGRAM_APP_ID', 'INSTAGRAM_APP_SECRET'],
  mail: ['SMTP_URL', 'MAIL_FROM', 'MAIL_RETURN_PATH'],
  updates: ['UPDATE_CHECK_URL'],
} as const;

export type SettingName = keyof typeof groups;
export const settingNames = Object.keys(groups) as SettingName[];
type Variables = Record<string, string | undefined>;

export interface StoredSettings {
  /** Values by variable, of each group. */
  variables: Map<string, Record<string, string>>;
  /** Groups that do not decrypt with the keys of this process. */
  unreadable: string[];
  /** Changes with every stored change. */
  version: string;
}

const noSettings: StoredSettings = { variables: new Map(), unreadable: [], version: '' };

export const toSettingAssociatedData = (name: string) => `operator_setting|${name}|variables_encrypted`;

/** Reads all groups; returns none from a database that is still to be migrated. */
export async function readStoredSettings(db: Database, vault: Vault): Promise<StoredSettings> {
  const rows = await db
    .selectFrom('operator_setting')
    .selectAll()
    .orderBy('name')
    .execute()
    .catch((error: unknown) => {
      if (isNotMigrated(error)) return null;
      throw error;
    });
  if (rows === null) return noSettings;
  const stored: StoredSettings = { ...noSettings, variables: new Map(), unreadable: [] };
  for (const { name, variables_encrypted, changed_at } of rows) {
    stored.version += `${name}@${changed_at.toISOString()} `;
    try {
      stored.variables.set(name, parseVariables(vault.decrypt(variables_encrypted, toSettingAssociatedData(name))));
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error;
      stored.unreadable.push(name);
    }
  }
  return stored;
}

/** Returns the environment, completed by each stored group of which it sets no variable. */
export function withStoredSettings(environment: Variables, { variables }: StoredSettings): Variables {
  const added = settingNames.filter((name) => !isInEnvironment(environment, name));
  return Object.assign({}, environment, ...added.map((name) => variables.get(name) ?? {})) as Variables;
}

/** Returns true if the environment sets a variable of the group. `NAME=` sets none. */
export function isInEnvironment(environment: Variables, name: SettingName): boolean {
  return groups[name].some((variable) => environment[variable]);
}

/** Returns true if the group is stored, readable or not. */
export async function isStored(db: Database, name: SettingName): Promise<boolean> {
  return (await db.selectFrom('operator_setting').select('name').where('name', '=', name).execute()).length > 0;
}

/** Returns false if there is one already that may not be replaced. */
export async function storeSetting(
  transaction: Transaction,
  vault: Vault,
  {
    name,
    variables,
    now,
    replace,
  }: { name: SettingName; variables: Record<string, string>; now: Date; replace: boolean },
): Promise<boolean> {
  const row = {
    variables_encrypted: vault.encrypt(JSON.stringify(variables), toSettingAssociatedData(name)),
    changed_at: now,
  };
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('operator_setting')
    .values({ name, ...row })
    .onConflict((conflict) => (replace ? conflict.column('name').doUpdateSet(row) : conflict.doNothing()))
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns false if there was none. */
export async function deleteSetting(db: Database | Transaction, name: SettingName): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('operator_setting').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns true for a missing table, and for a role that has no rights before the first migration. */
function isNotMigrated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['42P01', '42501', '3F000'].includes(String(error.code));
}

/** Safe because the text was encrypted by `storeSetting`. */
function parseVariables(json: string): Record<string, string> {
  return JSON.parse(json) as Record<string, string>;
}
