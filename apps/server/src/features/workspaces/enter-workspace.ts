import { WorkspaceId } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import { toPerson, type Viewer } from '../../platform/http/route.ts';
import { findMembership } from './queries.ts';

/**
 * Creates the check of a caller who names a workspace. Strangers, former members and programs, whose keys open only
 * their person's own workspace, learn nothing about whether it exists.
 */
export function createWorkspaceEntry({ db }: { db: Database }) {
  return async function enterWorkspace(viewer: Viewer, workspaceId: string): Promise<Viewer> {
    const person = toPerson(viewer);
    const { success } = WorkspaceId.safeParse(workspaceId);
    const id = workspaceId.toLowerCase();
    if (id === person.userId) return person;
    const membership = success && !person.program ? await findMembership(db, id, person.userId) : undefined;
    if (!membership) throw new ApiError('workspace_not_found');
    const { role, account_ids: accountIds, report_ids: reportIds } = membership;
    return { ...person, userId: id, member: { userId: person.userId, role, accountIds, reportIds } };
  };
}
