import type { PostRow } from '@tidemark/contract';
import { useState } from 'react';
import { useMedia } from '#web/ui/use-media.ts';
import type { PostsList } from './use-posts-list.ts';
import { defaultPageSize } from '../posts-view/use-posts-view.ts';

/** Posts shown on a phone until the user requests all. */
export const rowsOnPhone = 3;

interface PhoneRows {
  isPhone: boolean;
  /** True while a phone shows only the first posts. */
  isShort: boolean;
  /** Rows on screen. */
  rows: readonly PostRow[];
  /** False if a phone shows all posts anyway. */
  canExpand: boolean;
  toggle: () => void;
}

/** Shortens the list on a phone until the user requests all. */
export function usePhoneRows({ view, show, rows, total, isPending }: PostsList): PhoneRows {
  const isPhone = useMedia('(width < 700px)');
  const [wantsAll, setWantsAll] = useState(false);
  const { page, pageSize } = view.paginationModel;
  const isFirstPage = page === 0 && pageSize === defaultPageSize;
  const isShort = isPhone && !wantsAll && isFirstPage;
  return {
    isPhone,
    isShort,
    rows: isShort ? rows.slice(0, rowsOnPhone) : rows,
    canExpand: isPhone && (isPending || total > rowsOnPhone),
    toggle() {
      setWantsAll(isShort);
      if (!isFirstPage) show({ paginationModel: { page: 0, pageSize: defaultPageSize } });
    },
  };
}
