import { randomBytes } from 'node:crypto';
import type { Viewer } from './route.ts';

export interface Delegations {
  /** Runs work with a token that grants the viewer's access until the work ends. */
  issue<Result>(viewer: Viewer, work: (token: string) => Promise<Result>): Promise<Result>;
  find(token: string): Viewer | undefined;
}

/** Short-lived tokens for in-process calls on a user's behalf, so the user's own token is never forwarded. */
export function createDelegations(): Delegations {
  const viewers = new Map<string, Viewer>();
  return {
    async issue(viewer, work) {
      const token = `pass_${randomBytes(32).toString('base64url')}`;
      viewers.set(token, viewer);
      try {
        return await work(token);
      } finally {
        viewers.delete(token);
      }
    },
    find: (token) => viewers.get(token),
  };
}
