import { z } from 'zod';

export const pageInput = {
  page: z.int().min(1).max(10_000).default(1).describe('The page of a long answer, from 1.'),
};

/** Returns one page of a list, and the next page's number. */
export function toPage<Item>(items: readonly Item[], page: number, size: number) {
  const start = (page - 1) * size;
  return { items: items.slice(start, start + size), paging: toPaging(items.length, page, size) };
}

export function toPaging(total: number, page: number, size: number) {
  return {
    page,
    pages: Math.max(1, Math.ceil(total / size)),
    total,
    ...(page * size < total && { nextPage: page + 1 }),
  };
}
