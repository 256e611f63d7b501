import {
  activateAccount,
  addAccount,
  getAccount,
  linkAccount as linkToUser,
  unlinkAccount as unlinkFromUser,
  type AccountId,
  type AccountRef,
  type AccountType,
} from '@tidemark/contract';
import { call } from '#web/platform/call.ts';
import { CallError } from '#web/platform/failed-call.ts';

/** Registers the account if it is new, links it to the user and starts its first sync. */
export async function linkAccount(
  accountId: AccountId,
  type: AccountType = 'instagram_account',
): Promise<AccountRef[]> {
  const accountRefId = (await findStored(accountId, type)) ?? (await register(accountId, type));
  const reference = { accountId, type, accountRefId } as const;
  const { accountRefs } = await call(linkToUser, { body: reference });
  const { details } = await call(activateAccount, { body: reference });
  if (details.instagramError) console.info('Activation:', details.instagramError);
  return accountRefs;
}

async function findStored(accountId: AccountId, type: AccountType): Promise<AccountId | undefined> {
  try {
    const { account } = await call(getAccount, { query: { accountId, type, select: '_id,updatedAt' } });
    return account._id;
  } catch (failure) {
    if (failure instanceof CallError && failure.status === 404) return undefined;
    throw failure;
  }
}

async function register(accountId: AccountId, type: AccountType): Promise<AccountId> {
  const { doc } = await call(addAccount, { body: { accountId, type, accountRefId: null } });
  return doc._id;
}

export async function unlinkAccount(
  accountId: AccountId,
  type: AccountType = 'instagram_account',
): Promise<AccountRef[]> {
  const { accountRefs } = await call(unlinkFromUser, { body: { accountId, type } });
  return accountRefs;
}

/** Returns the server's message, the default for an API error without one, or a generic text for unexpected errors. */
export function toReason(failure: unknown, byDefault: string): string {
  if (!(failure instanceof CallError)) return 'Unexpected error.';
  return failure.code ? failure.message : byDefault;
}
