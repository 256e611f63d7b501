import type { Database } from '../../database/database.ts';

export interface AuditEntry {
  actorId: string;
  action: string;
  target: string;
  change: unknown;
  requestId: string;
}

/** Entries are added, never changed. */
export async function writeAuditEntry(
  db: Database,
  { actorId, action, target, change, requestId }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({ actor_id: actorId, action, target, change: JSON.stringify(change), request_id: requestId })
    .execute();
}
