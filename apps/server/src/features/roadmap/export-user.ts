import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: { featureRequests: await listFeatureRequests(db, userId), upvotes: await listUpvotes(db, userId) },
});

function listFeatureRequests(db: Database, userId: string) {
  return db
    .selectFrom('feature_request')
    .select(['title', 'description', 'requested_at', 'issue_number', 'issue_url'])
    .where('user_id', '=', userId)
    .orderBy('request_id')
    .execute();
}

function listUpvotes(db: Database, userId: string) {
  return db
    .selectFrom('upvote')
    .select(['issue_number', 'voted_at'])
    .where('user_id', '=', userId)
    .orderBy('voted_at')
    .execute();
}
