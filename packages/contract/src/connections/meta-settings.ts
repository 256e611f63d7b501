import { z } from 'zod';

/** One settings page at developers.facebook.com, with the values to enter there. */
export const MetaSettings = z.object({
  title: z.string(),
  note: z.string().nullable(),
  rows: z.array(z.object({ name: z.string(), value: z.string(), isCopied: z.boolean() })),
});
export type MetaSettings = z.infer<typeof MetaSettings>;
