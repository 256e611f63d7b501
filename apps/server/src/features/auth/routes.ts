import { checkFeatures, featureNames, loadUser, type FeatureName, type User } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { ApiError } from '../../platform/api-error.ts';
import { route, toPersonId } from '../../platform/http/route.ts';
import { recordActivity } from './activity.ts';
import { readUser } from './queries.ts';

export function authRoutes({ db, clock }: { db: Database; clock: Clock }) {
  return [
    route(loadUser, async ({ viewer }) => {
      const [user] = await Promise.all([readUser(db, viewer), recordActivity(db, toPersonId(viewer), clock())]);
      return user;
    }),

    route(checkFeatures, async ({ viewer, query }) => {
      const names = query.features.split(',').map(toFeatureName);
      const { user } = await readUser(db, viewer);
      return Object.fromEntries(names.map((name) => [name, hasFeature(user, name)]));
    }),
  ];
}

function toFeatureName(name: string): FeatureName {
  const known = featureNames.find((candidate) => candidate === name);
  if (!known)
    throw new ApiError('invalid_input', {
      fields: [{ field: 'query.features', message: `${name.slice(0, 60)} is not a known feature` }],
    });
  return known;
}

function hasFeature(user: User, name: FeatureName): boolean {
  if (name === 'system') return user.role === 'system-admin';
  if (name === 'accountLimits.unlimited') return user.accountLimits.unlimited;
  return name === 'roadmapAccess.view' ? user.roadmapAccess.view : user.roadmapAccess.add;
}
