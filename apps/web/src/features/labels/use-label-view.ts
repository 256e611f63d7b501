import { useSearch } from '@tanstack/react-router';
import { useChangeSearch } from '#web/platform/use-change-search.ts';
import { labelSearch, type LabelView, toLabelView } from './label-search.ts';

/** Keeps the view in the URL, so that a shared link shows the same. */
export function useLabelView(): [LabelView, (change: Partial<LabelView>) => void] {
  const view = toLabelView(useSearch({ strict: false }));
  const changeSearch = useChangeSearch();
  const change = (part: Partial<LabelView>) =>
    changeSearch((before) => ({
      metric: undefined,
      span: undefined,
      ...labelSearch({ ...toLabelView(before), ...part }),
    }));
  return [view, change];
}
