import type { PageStart } from '@tidemark/contract';
import type { Database } from '../database/database.ts';
import { listLinkedAccounts } from '../features/accounts/index.ts';
import { countUnread } from '../features/alerts/index.ts';
import { readUser } from '../features/auth/index.ts';
import { listWorkspacesOf } from '../features/workspaces/index.ts';
import { isClient, toPersonId, type Viewer } from '../platform/http/route.ts';

/** Reads what each of a viewer's pages needs first, so that no page asks for it. */
export async function readStartPage(db: Database, viewer: Pick<Viewer, 'userId' | 'member'>): Promise<PageStart> {
  async function readAccounts() {
    const accounts = await listLinkedAccounts(db, viewer);
    const ids = accounts.map(({ _id }) => _id);
    return { accounts, unreadAlerts: isClient(viewer) ? 0 : await countUnread(db, viewer.userId, ids) };
  }

  const [user, workspaces, others] = await Promise.all([
    readUser(db, viewer),
    listWorkspacesOf(db, toPersonId(viewer)),
    readAccounts(),
  ]);
  const workspace = viewer.member && workspaces.find(({ id }) => id === viewer.userId);
  return { user, ...others, workspace: workspace ?? null, workspaces: workspaces.length > 1 ? workspaces : [] };
}
