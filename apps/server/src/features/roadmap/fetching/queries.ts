import type { Issue } from '../../../clients/github/issue.ts';
import type { Database } from '../../../database/database.ts';

/** Returns true if the caller must fetch the list; other callers use the stored list. */
export async function claimRoadmapSync(
  db: Database,
  repository: string,
  { now, again }: { now: Date; again: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('roadmap_fetch')
    .values({ repository, next_fetch_at: again })
    .onConflict((conflict) =>
      conflict
        .column('repository')
        .doUpdateSet({ next_fetch_at: again })
        .where('roadmap_fetch.next_fetch_at', '<=', now),
    )
    .returning('repository')
    .executeTakeFirst();
  return row !== undefined;
}

export async function postponeRoadmapSync(db: Database, repository: string, until: Date): Promise<void> {
  await db.updateTable('roadmap_fetch').set({ next_fetch_at: until }).where('repository', '=', repository).execute();
}

/** Makes the next reader fetch the list, unless GitHub demanded a wait until after `latest`. */
export async function hastenRoadmapSync(
  db: Database,
  repository: string,
  { now, latest }: { now: Date; latest: Date },
): Promise<void> {
  await db
    .updateTable('roadmap_fetch')
    .set({ next_fetch_at: now })
    .where('repository', '=', repository)
    .where('next_fetch_at', '<=', latest)
    .execute();
}

export async function findFetchedAt(db: Database, repository: string): Promise<Date | null> {
  const row = await db
    .selectFrom('roadmap_fetch')
    .select('fetched_at')
    .where('repository', '=', repository)
    .executeTakeFirst();
  return row?.fetched_at ?? null;
}

export function listPages(db: Database, repository: string) {
  return db
    .selectFrom('roadmap_page')
    .select(['label', 'page', 'etag', 'has_next', 'issues'])
    .where('repository', '=', repository)
    .orderBy('label')
    .orderBy('page')
    .execute();
}

export interface StoredPage {
  label: string;
  page: number;
  etag: string | null;
  hasNext: boolean;
  issues: Issue[];
}

/** Replaces the stored list with a complete new one. */
export async function savePages(db: Database, repository: string, pages: StoredPage[], now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('roadmap_page').where('repository', '=', repository).execute();
    if (pages.length > 0)
      await transaction
        .insertInto('roadmap_page')
        .values(
          pages.map(({ label, page, etag, hasNext, issues }) => ({
            repository,
            label,
            page,
            etag,
            has_next: hasNext,
            issues: JSON.stringify(issues),
          })),
        )
        .execute();
    await transaction
      .updateTable('roadmap_fetch')
      .set({ fetched_at: now })
      .where('repository', '=', repository)
      .execute();
  });
}
