import { getPost } from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { loadPost } from './load-post.ts';

export function postPageRoutes({ db }: Pick<AnalyticsDeps, 'db'>) {
  return [
    route(getPost, async ({ viewer, params: { id, mediaId } }) => {
      const post = await loadPost(db, await requireAccounts(db, viewer, [id]), mediaId);
      if (!post) throw new ApiError('media_not_found');
      return post;
    }),
  ];
}
