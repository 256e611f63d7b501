import type { Column } from '../../../platform/files/table.ts';

/** Columns that identify the row's media item. */
export const mediumColumns: readonly Column[] = [
  { name: 'published_at', kind: 'instant' },
  { name: 'account' },
  { name: 'account_id' },
  { name: 'media_id' },
  { name: 'format' },
  { name: 'caption' },
  { name: 'link' },
];
