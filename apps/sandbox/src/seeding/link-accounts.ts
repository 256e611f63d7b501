import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { ProductApi } from './product-api.ts';
import { ProductApiError } from './product-api.ts';

const type = 'instagram_account';
const Connection = z.looseObject({
  connection: z.nullish(z.looseObject({ isConnected: z.boolean().nullish(), tokenValid: z.boolean().nullish() })),
});
const Listed = z.looseObject({
  accounts: z.array(z.looseObject({ id: z.string(), username: z.string().nullish(), linked: z.boolean().nullish() })),
});
const Stored = z.looseObject({
  _id: z.string().optional(),
  doc: z.looseObject({ _id: z.string() }).optional(),
  account: z.looseObject({ _id: z.string() }).optional(),
});
const Added = z.looseObject({ doc: z.looseObject({ _id: z.string() }) });
const SyncStatus = z.looseObject({
  syncStatus: z.looseObject({ initialization: z.nullish(z.looseObject({ active: z.boolean().nullish() })) }),
});

const checkEvery = 250;
const noticedAtMost = 30_000;
const noticeEvery = 1_000;

export type ConnectionState = 'none' | 'valid' | 'expired';

export async function connectionState(api: ProductApi): Promise<ConnectionState> {
  const { connection } = await api.call('GET', '/user/connections/meta', Connection);
  if (!connection?.isConnected) return 'none';
  return connection.tokenValid === false ? 'expired' : 'valid';
}

export async function connect(api: ProductApi, code: string): Promise<void> {
  await api.call('POST', '/auth/meta/authorize/business', z.unknown(), { code });
}

export async function listAccounts(api: ProductApi) {
  const { accounts } = await api.call('GET', `/account/connections/${type}`, Listed);
  return accounts;
}

/** Links one account the way the web client does, and returns its id in the product. */
export async function linkAccount(api: ProductApi, accountId: string, isLinked: boolean): Promise<string> {
  const known = await findStored(api, accountId);
  if (isLinked && known !== undefined) return known;
  const accountRefId =
    known ?? (await api.call('POST', '/account/add', Added, { accountId, type, accountRefId: null })).doc._id;
  const reference = { accountId, type, accountRefId };
  await api.call('POST', '/user/account/link', z.unknown(), reference);
  await api.call('POST', '/account/activate', z.unknown(), reference);
  return accountRefId;
}

async function findStored(api: ProductApi, accountId: string): Promise<string | undefined> {
  try {
    const query = new URLSearchParams({ accountId, type, select: '_id,updatedAt' });
    const stored = await api.call('GET', `/account/get?${query.toString()}`, Stored);
    return stored._id ?? stored.doc?._id ?? stored.account?._id;
  } catch (refusal) {
    if (refusal instanceof ProductApiError && refusal.status === 404) return undefined;
    throw refusal;
  }
}

/** Returns true if the first sync finishes within the given time. */
export async function waitForFirstSync(api: ProductApi, accountRefId: string, atMost: number): Promise<boolean> {
  const until = performance.now() + atMost;
  while (performance.now() < until) {
    const { syncStatus } = await api.call(
      'GET',
      `/account/${encodeURIComponent(accountRefId)}/sync-status`,
      SyncStatus,
    );
    if (!syncStatus.initialization?.active) return true;
    await wait(checkEvery);
  }
  return false;
}

/** Lists accounts until the product has noticed that Meta rejects the login: it answers from its own list for a while. */
export async function waitUntilExpired(api: ProductApi): Promise<void> {
  const until = performance.now() + noticedAtMost;
  while ((await connectionState(api)) === 'valid') {
    if (performance.now() > until) throw new Error('The product did not notice the expired login');
    await listAccounts(api).catch(passRefusal);
    await wait(noticeEvery);
  }
}

function passRefusal(refusal: unknown): void {
  if (!(refusal instanceof ProductApiError) || refusal.status !== 400) throw refusal;
}
