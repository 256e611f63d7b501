import { ApiError } from '../../../platform/api-error.ts';
import type { Viewer } from '../../../platform/http/route.ts';

/** Returns the caller as a member of a workspace; throws if they are none. */
export type EnterWorkspace = (viewer: Viewer, workspaceId: string) => Promise<Viewer>;

/** Returns a user in the workspace that the browser has chosen, or in their own if they are no longer a member. */
export async function enterChosen(
  enterWorkspace: EnterWorkspace,
  own: Pick<Viewer, 'userId' | 'role'>,
  chosen: string | undefined,
): Promise<Viewer> {
  if (chosen === undefined) return own;
  return enterWorkspace(own, chosen).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    return own;
  });
}
