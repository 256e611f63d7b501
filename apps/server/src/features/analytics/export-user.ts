import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: {
    annotations: await listAnnotations(db, userId),
    appComparisons: await listAppComparisons(db, userId),
    labels: await listLabels(db, userId),
  },
});

function listAnnotations(db: Database, userId: string) {
  return db
    .selectFrom('annotation')
    .select(['account_id', 'first_day', 'last_day', 'text', 'color', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('first_day')
    .orderBy('created_at')
    .execute();
}

/** Lists numbers that the user typed from the Instagram app, and Tidemark's at the time. */
function listAppComparisons(db: Database, userId: string) {
  return db
    .selectFrom('app_comparison')
    .select(['account_id', 'from_day', 'to_day', 'differences', 'tidemark_version', 'graph_version', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

/** Lists labels with their manually labelled posts. */
async function listLabels(db: Database, userId: string) {
  const labels = await db
    .selectFrom('label')
    .select(['label_id', 'name', 'color', 'rule', 'test_metric', 'test_account_ids', 'test_started_at', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  if (labels.length === 0) return [];
  const posts = await db
    .selectFrom('post_label')
    .select(['label_id', 'account_id', 'media_id', 'labelled_at'])
    .where(
      'label_id',
      'in',
      labels.map(({ label_id }) => label_id),
    )
    .orderBy('labelled_at')
    .execute();
  const byLabel = Map.groupBy(posts, ({ label_id }) => label_id);
  return labels.map(({ label_id, ...label }) => ({
    ...label,
    posts: (byLabel.get(label_id) ?? []).map(({ label_id: _, ...post }) => post),
  }));
}
