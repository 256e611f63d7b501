import { usePostsView } from './use-posts-view.ts';
import type { When } from './published-when.ts';

/** Anchor for the posts grid on the page. */
export const postsId = 'posts';

/** Limits the posts grid to a part of the range and shows it; picking the same part again lifts the limit. */
export function usePickWhen(): { when: When | null; pickWhen: (when: When) => void } {
  const [{ when }, show] = usePostsView();
  return {
    when,
    pickWhen(picked) {
      const isSame = JSON.stringify(picked) === JSON.stringify(when);
      show({ when: isSame ? null : picked });
      if (!isSame) document.getElementById(postsId)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
    },
  };
}
