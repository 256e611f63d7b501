import { maxPostsAtOnce, type PostLabel, type PostRow } from '@tidemark/contract';
import { useState } from 'react';
import { type LabelledPost } from '#web/features/labels/index.ts';
import { dateLabel } from '#web/platform/format.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { useSelectionColumn } from '#web/ui/data-grid/selection-column.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { rowName, toFormat } from '../post-format.ts';

export interface PostSelection {
  /** A checkbox column, if posts can be selected. */
  columns: GridColumn<PostRow, 'selection'>[];
  posts: readonly LabelledPost[];
  /** Number of selected posts that are not shown. */
  elsewhere: number;
  clear: () => void;
  /** Toggles checkboxes on a phone, which only show on request; null on wider screens. */
  mode: { isOn: boolean; toggle: () => void } | null;
}

interface SelectionInput {
  /** Identifies the list; the selection resets when it changes. */
  list: string | null;
  /** Rows on screen. */
  rows: readonly PostRow[];
  labels: readonly PostLabel[];
}

const none: ReadonlyMap<string, LabelledPost> = new Map();

/** Holds the selected posts of a list, across its pages. They can be given manual labels only, by those who may. */
export function usePostSelection({ list, rows, labels }: SelectionInput): PostSelection {
  const isPhone = useMedia('(width < 700px)');
  const [isOn, setOn] = useState(false);
  const [selection, setSelection] = useState({ list, posts: none });
  const posts = selection.list === list ? selection.posts : none;
  const isSelected = ({ id }: PostRow) => posts.has(id);
  const clear = () => setSelection({ list, posts: none });

  function onSelect(changed: readonly PostRow[], isNow: boolean) {
    const next = new Map(posts);
    for (const { id, accountRef } of changed)
      if (!isNow) next.delete(id);
      else if (next.size < maxPostsAtOnce) next.set(id, { accountId: accountRef, mediaId: id });
    setSelection({ list, posts: next });
  }

  const mayEdit = useMay('editor');
  const isPossible = mayEdit && labels.some(({ rule }) => rule === null);
  return {
    columns: useSelectionColumn(
      isPossible && (isOn || !isPhone) ? { rows, rowId: toRowId, rowName: toRowName, isSelected, onSelect } : null,
    ),
    posts: [...posts.values()],
    elsewhere: posts.size - rows.filter(isSelected).length,
    clear,
    mode:
      isPossible && isPhone
        ? {
            isOn,
            toggle: () => {
              setOn(!isOn);
              clear();
            },
          }
        : null,
  };
}

export const toRowId = ({ id }: PostRow) => id;

function toRowName(row: PostRow): string {
  return `${toFormat(row).toLowerCase()} of ${dateLabel(row.timestamp)}: ${rowName(row)}`;
}
