import { addAccount, linkAccount, unlinkAccount } from '@tidemark/contract';
import { route } from '../../platform/http/route.ts';
import { addReachedAccount, linkAccountToUser, unlinkAccountFromUser, type LinkDeps } from './link-account.ts';

const success = { success: true as const };

export function connectionRoutes(deps: LinkDeps) {
  return [
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
