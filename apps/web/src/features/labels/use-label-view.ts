import { useNavigate, useSearch } from '@tanstack/react-router';
import { labelSearch, type LabelView, toLabelView } from './label-search.ts';

/** Keeps the view in the URL, so that a shared link shows the same. */
export function useLabelView(): [LabelView, (change: Partial<LabelView>) => void] {
  const view = toLabelView(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (part: Partial<LabelView>) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({
        ...before,
        metric: undefined,
        span: undefined,
        ...labelSearch({ ...toLabelView(before), ...part }),
      }),
      replace: true,
      resetScroll: false,
    });
  return [view, change];
}
