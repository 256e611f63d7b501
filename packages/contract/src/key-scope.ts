import { z } from 'zod';

/** Data an API key may read: account metrics, or posts with their captions. */
export const keyScopes = ['analytics:read', 'posts:read'] as const;
export const KeyScope = z.enum(keyScopes);
export type KeyScope = z.infer<typeof KeyScope>;
