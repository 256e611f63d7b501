import { getPost, getStoryDay } from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toPostZone } from '../published-within.ts';
import { loadPost } from './load-post.ts';
import { loadStoryDay } from './load-story-day.ts';

export function postPageRoutes({ db, clock }: Pick<AnalyticsDeps, 'db' | 'clock'>) {
  return [
    route(getPost, async ({ viewer, params: { id, mediaId } }) => {
      const post = await loadPost(db, await requireAccounts(db, viewer, [id]), mediaId);
      if (!post) throw new ApiError('media_not_found');
      return post;
    }),

    route(getStoryDay, async ({ viewer, params: { id, mediaId }, query: { timeZone } }) => {
      const scope = await requireAccounts(db, viewer, [id]);
      const day = await loadStoryDay(db, scope, { mediaId, zone: toPostZone(timeZone), now: clock() });
      if (!day) throw new ApiError('media_not_found');
      return day;
    }),
  ];
}
