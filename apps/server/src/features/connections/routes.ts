import { addAccount, bringAccount, linkAccount, listLendableAccounts, unlinkAccount } from '@tidemark/contract';
import type { Clock } from '../../platform/clock.ts';
import { route } from '../../platform/http/route.ts';
import { bringToWorkspace, listLendable } from './lend-account.ts';
import { addReachedAccount, linkAccountToUser, unlinkAccountFromUser, type LinkDeps } from './link-account.ts';

const success = { success: true as const };

export function connectionRoutes(deps: LinkDeps & { clock: Clock }) {
  return [
    route(listLendableAccounts, async ({ viewer }) => ({ accounts: await listLendable(deps.db, viewer) })),

    route(bringAccount, async ({ viewer, body: { accountId } }) => {
      await bringToWorkspace(deps, viewer, accountId);
      return success;
    }),

    route(addAccount, async ({ viewer, body: { accountId, type } }) => {
      await addReachedAccount(deps, viewer.userId, accountId, type);
      return { ...success, doc: { _id: accountId } };
    }),

    route(linkAccount, async ({ viewer, body: { accountId, type } }) => {
      return { ...success, accountRefs: await linkAccountToUser(deps, viewer.userId, accountId, type) };
    }),

    route(unlinkAccount, async ({ viewer, body: { accountId } }) => {
      return { ...success, accountRefs: await unlinkAccountFromUser(deps, viewer.userId, accountId) };
    }),
  ];
}
