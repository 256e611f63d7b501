import { accountsFeature } from '../features/accounts/feature.ts';
import { adminFeature } from '../features/admin/feature.ts';
import { alertsFeature } from '../features/alerts/feature.ts';
import { analyticsFeature } from '../features/analytics/feature.ts';
import { apiKeysFeature } from '../features/api-keys/feature.ts';
import { auditFeature } from '../features/audit/feature.ts';
import { authFeature } from '../features/auth/feature.ts';
import { connectionsFeature } from '../features/connections/feature.ts';
import { credentialsFeature } from '../features/credentials/feature.ts';
import { digestsFeature } from '../features/digests/feature.ts';
import { liveFeature } from '../features/live/feature.ts';
import { mailFeature } from '../features/mail/feature.ts';
import { mcpFeature } from '../features/mcp/feature.ts';
import { peersFeature } from '../features/peers/feature.ts';
import { profileFeature } from '../features/profile/feature.ts';
import { reportsFeature } from '../features/reports/feature.ts';
import { roadmapFeature } from '../features/roadmap/feature.ts';
import { sharesFeature } from '../features/shares/feature.ts';
import { subscriptionFeature } from '../features/subscription/feature.ts';
import { syncFeature } from '../features/sync/feature.ts';
import { systemFeature } from '../features/system/feature.ts';
import { workspacesFeature } from '../features/workspaces/feature.ts';
import { networkFeatures } from '../networks/networks.ts';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';
import type { NightlyTables } from '../database/tables/nightly.ts';
import type { Tables } from '../database/tables/tables.ts';
import type { WorkTables } from '../database/tables/work.ts';
import { countByKey, listColumns, listUnreadableKeyIds } from '../platform/encrypted-columns.ts';
import type { Vault } from '../platform/secrets.ts';
import type { RetentionDeps } from '../platform/feature.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import type { RetentionPolicy } from '../platform/nightly/nightly.ts';
import type { Parts } from './services.ts';

export const features = [
  accountsFeature,
  adminFeature,
  alertsFeature,
  analyticsFeature,
  apiKeysFeature,
  auditFeature,
  authFeature,
  connectionsFeature,
  credentialsFeature,
  digestsFeature,
  ...networkFeatures,
  liveFeature,
  mailFeature,
  mcpFeature,
  peersFeature,
  profileFeature,
  reportsFeature,
  roadmapFeature,
  sharesFeature,
  subscriptionFeature,
  syncFeature,
  systemFeature,
  workspacesFeature,
] as const;

type Owned = NonNullable<(typeof features)[number]['owned']> | keyof NightlyTables | keyof WorkTables;
// Does not compile while a table belongs to no feature.
void (true satisfies Exclude<keyof Tables, Owned> extends never ? true : Exclude<keyof Tables, Owned>);

const strayHours = 24;

/** Each feature's export of a user's data. */
export const exporters = features.flatMap(({ exportUser }) => exportUser ?? []);

/** The columns with texts that outlive a change of the encryption key. */
export const encryptedColumns = features.flatMap(({ secrets }) => listColumns(secrets));

/** Counts encrypted texts by key ID. */
export const countEncrypted = (db: Database) => countByKey(db, encryptedColumns);

/** Lists the IDs of keys whose texts the vault cannot decrypt. */
export const listUnreadable = (db: Database, vault: Vault) => listUnreadableKeyIds(db, vault, encryptedColumns);

/** Runs each feature's part of deleting a user. */
export async function deleteUserRows(services: Parts, userId: string): Promise<void> {
  for (const { onUserDeleted } of features)
    if (typeof onUserDeleted === 'function') await onUserDeleted(services, userId);
}

/** Moves what belongs to a workspace to another person; false if that person has such rows, which could be mixed up. */
export async function moveWorkspaceRows(
  transaction: Transaction,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  for (const table of features.flatMap(({ ofWorkspace }) => ofWorkspace ?? [])) {
    const own = await sql`select from ${sql.table(table)} where user_id = ${to} limit 1`.execute(transaction);
    if (own.rows.length > 0) return false;
    await sql`update ${sql.table(table)} set user_id = ${to} where user_id = ${from}`.execute(transaction);
  }
  return true;
}

/** Deletes what users wrote about an account. */
export async function deleteAccountContent(transaction: Transaction, accountId: string): Promise<void> {
  for (const { onAccountDeleted } of features)
    if (typeof onAccountDeleted === 'function') await onAccountDeleted(transaction, accountId);
}

/** Lists the features' retention rules, and the one for files; see the table in docs/operating.md. */
export function listRetentionPolicies(deps: RetentionDeps): RetentionPolicy[] {
  return [
    ...features.flatMap(({ retention }) => retention?.(deps) ?? []),
    { kind: 'stray_file', deleteBatch: (now) => deleteStrayFiles(deps, now) },
  ];
}

/** Deletes files without a row, left by killed processes. Files under a day old may still be in use. */
async function deleteStrayFiles({ db, files }: { db: Database; files: FileStore }, now: Date): Promise<number> {
  const before = new Date(now.getTime() - strayHours * 3_600_000);
  const listers = features.flatMap(({ listKnownFiles }) => listKnownFiles ?? []);
  let removed = await files.removeDrafts(before);
  for await (const names of files.listUntouched(before)) {
    const known = new Set((await Promise.all(listers.map((listKnown) => listKnown(db, names)))).flat());
    for (const name of names.filter((one) => !known.has(one))) {
      await files.remove(name);
      removed += 1;
    }
  }
  return removed;
}
