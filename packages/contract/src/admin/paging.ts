import { z } from 'zod';

/** Page number in a long list, starting at 0. */
export const PageNumber = z
  .string()
  .regex(/^\d{1,6}$/, 'must be 0 or more')
  .transform(Number);

export const SortOrder = z.enum(['asc', 'desc']);
export type SortOrder = z.infer<typeof SortOrder>;

/** Word prefixes to search for in names and email addresses. */
export const SearchWords = z.string().max(100);
