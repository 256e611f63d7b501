import { isFirstSort, type PostsView, usePostsView } from './use-posts-view.ts';
import type { When } from './published-when.ts';

const byViews: PostsView['sortModel'] = [{ field: 'views', sort: 'desc' }];

/** Anchor for the posts grid on the page. */
export const postsId = 'posts';

/**
 * Limits the posts grid to a part of the range and shows it, most views first unless the user has chosen another order;
 * picking the same part again lifts the limit.
 */
export function usePickWhen(): { when: When | null; pickWhen: (when: When) => void } {
  const [{ when, sortModel }, show] = usePostsView();
  return {
    when,
    pickWhen(picked) {
      const isSame = JSON.stringify(picked) === JSON.stringify(when);
      show(isSame ? { when: null } : { when: picked, ...(isFirstSort(sortModel) && { sortModel: byViews }) });
      if (!isSame) document.getElementById(postsId)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
    },
  };
}
