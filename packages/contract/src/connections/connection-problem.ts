import { z } from 'zod';
import { ConnectionCause } from '../accounts/connection-cause.ts';

/** The problem that keeps a login from working, in words, and the action that fixes it. */
export const ConnectionProblem = z.object({
  cause: ConnectionCause,
  message: z.string(),
  /** `open_facebook`: something has to be done on facebook.com before reconnecting helps. */
  action: z.enum(['connect', 'open_facebook']),
});
export type ConnectionProblem = z.infer<typeof ConnectionProblem>;
