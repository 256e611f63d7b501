import { z } from 'zod';

/** A page of a long list as an address asks for it: counted from 0. */
export const PageNumber = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a number from 0')
  .transform(Number);

export const SortOrder = z.enum(['asc', 'desc']);
export type SortOrder = z.infer<typeof SortOrder>;

/** Words that a name or an e-mail begins with. */
export const SearchWords = z.string().max(100);
