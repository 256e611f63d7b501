import { type ExportChoice } from '#web/features/exports/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { toBlocks } from '../posts-view/published-when.ts';
import { usePostsView } from '../posts-view/use-posts-view.ts';

/** Returns the grid's posts as searched, filtered and sorted, on all pages. */
export function useExportedPosts(): Pick<ExportChoice, 'posts' | 'range'> {
  const { days } = usePeriod();
  const [{ query, filterMode, format, sortModel, when, label }] = usePostsView();
  const day = when && 'day' in when && days.includes(when.day) ? when.day : null;
  const blocks = when && 'weekday' in when ? toBlocks(when) : null;
  return {
    posts: {
      query,
      filterMode,
      format,
      sort: sortModel,
      ...(blocks && { publishedIn: blocks }),
      ...(label && { labelId: label }),
    },
    range: day === null ? null : { from: day, to: day },
  };
}
