import type { Column } from '../../../platform/files/table.ts';

/** Which medium a row is about. */
export const mediumColumns: readonly Column[] = [
  { name: 'published_at', kind: 'instant' },
  { name: 'account' },
  { name: 'account_id' },
  { name: 'media_id' },
  { name: 'format' },
  { name: 'caption' },
  { name: 'link' },
];
