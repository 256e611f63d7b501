import { randomBytes } from 'node:crypto';
import type { Viewer } from './route.ts';

export interface Passes {
  /** Runs work with a pass, which opens to its holder what is open to the viewer, until the work ends. */
  lend<Result>(viewer: Viewer, work: (pass: string) => Promise<Result>): Promise<Result>;
  find(token: string): Viewer | undefined;
}

/** Stand for a caller in calls that this process sends to itself, so that a token never leaves the call it is for. */
export function createPasses(): Passes {
  const viewers = new Map<string, Viewer>();
  return {
    async lend(viewer, work) {
      const pass = `pass_${randomBytes(32).toString('base64url')}`;
      viewers.set(pass, viewer);
      try {
        return await work(pass);
      } finally {
        viewers.delete(pass);
      }
    },
    find: (token) => viewers.get(token),
  };
}
