import type { PostRow } from '@tidemark/contract';
import type { LabelledPost } from './labels.query.ts';

export const toLabelled = (rows: readonly PostRow[]): LabelledPost[] =>
  rows.map(({ accountRef, id }) => ({ accountId: accountRef, mediaId: id }));
