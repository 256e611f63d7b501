import { setTimeout as wait } from 'node:timers/promises';
import type { AccessTokens } from '../instagram-graph/access-tokens.ts';
import type { Billing } from '../payment-provider/billing.ts';
import type { AccountProfile } from '../world/account-profile.ts';
import type { Person, PersonKey } from '../world/people.ts';
import { people } from '../world/people.ts';
import { connect, connectionState, linkAccount, listAccounts, waitForFirstSync } from './link-accounts.ts';
import { ProductRefusal, productApi } from './product-api.ts';
import type { Settled } from './settle-plans.ts';
import { loadUser, settlePlan, settlePrices } from './settle-plans.ts';

interface SettleProgress {
  /** `ready` comes once: Maya has moved in and the rest goes on in the background. */
  phase: 'working' | 'ready' | 'done';
  text: string;
}

export interface SettleOptions {
  appUrl: string;
  onProgress?: ((progress: SettleProgress) => void) | undefined;
  /** Between two links, so that the machine stays usable meanwhile. */
  pauseMillis?: number | undefined;
}

interface Needs {
  makeTokens: (person: Person) => Promise<{ accessToken: string }>;
  tokens: AccessTokens;
  accountsOf: (person: Person) => AccountProfile[];
  billing: Billing;
  log: (line: string) => void;
}

interface Move {
  count: number;
  pauseMillis: number;
  say: (text: string) => void;
}

const firstSyncAtMost = 120_000;
/** How many accounts each of them has linked, in the order in which they move in. */
const linked: [PersonKey, number][] = [
  ['maya', 3],
  ['cal', 2],
  ['olu', 1],
  ['edgar', 2],
  ['nadia', 1],
  ['ines', 25],
];

/** The personas settle in, over the product's public API only; what is there already is left as it is. */
export async function settle(
  needs: Needs,
  { appUrl, onProgress = () => undefined, pauseMillis = 400 }: SettleOptions,
): Promise<void> {
  const failures: string[] = [];
  const say = (text: string, phase: SettleProgress['phase'] = 'working') => onProgress({ phase, text });

  async function attempt<Result>(who: Person, what: string, step: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await step();
    } catch (error) {
      const text = `${who.name}: ${what} failed: ${messageOf(error)}`;
      failures.push(text);
      needs.log(text);
      say(text);
      return undefined;
    }
  }

  const settled = new Map<PersonKey, Settled>();
  for (const person of people) {
    const api = productApi(appUrl, async () => (await needs.makeTokens(person)).accessToken);
    const loaded = await attempt(person, 'first sign-in', () => loadUser(person, api));
    if (loaded) settled.set(person.key, loaded);
  }
  const operator = settled.get('olu');
  if (operator) await attempt(operator.person, 'prices', () => settlePrices(operator.api));
  await Promise.all(
    [...settled.values()].map((someone) =>
      attempt(someone.person, 'plan', () => settlePlan(needs.billing, someone, Date.now())),
    ),
  );
  say(`${settled.size} people have an account`);

  for (const [key, count] of linked) {
    const someone = settled.get(key);
    if (someone)
      await attempt(someone.person, 'moving in', () => moveInIfAllowed(needs, someone, { count, pauseMillis, say }));
    if (key === 'maya') say('Maya Lindqvist has moved in', 'ready');
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
  say('Everyone has moved in', 'done');
}

/** Nadia's plan has ended: a product that lets nobody link without one is right. */
async function moveInIfAllowed(needs: Needs, someone: Settled, move: Move): Promise<void> {
  try {
    await moveIn(needs, someone, move);
  } catch (error) {
    const isRefused = error instanceof ProductRefusal && [402, 403].includes(error.status);
    if (someone.person.key !== 'nadia' || !isRefused) throw error;
    move.say(`${someone.person.name} links nothing: her plan has ended`);
  }
}

async function moveIn(
  { tokens, accountsOf }: Needs,
  { person, api }: Settled,
  { count, pauseMillis, say }: Move,
): Promise<void> {
  const state = await connectionState(api);
  // His token is meant to have expired, and has.
  if (person.key === 'edgar' && state === 'expired') return;
  if (state !== 'valid') await connect(api, tokens.code(person, {}));

  const wanted = accountsOf(person)
    .slice(0, count)
    .map(({ username }) => username);
  const listed = (await listAccounts(api)).filter(({ username }) => wanted.includes(username ?? ''));
  const missing = listed.filter((account) => !account.linked);
  const oneByOne = person.key === 'ines';
  const waiting: string[] = [];
  for (const account of person.key === 'maya' ? listed : missing) {
    const accountRefId = await linkAccount(api, account.id, account.linked === true);
    if (oneByOne) await waitForFirstSync(api, accountRefId, firstSyncAtMost);
    else waiting.push(accountRefId);
    if (!account.linked) {
      say(`${person.name} has linked @${account.username}`);
      await wait(pauseMillis);
    }
  }
  for (const accountRefId of waiting) {
    const isDone = await waitForFirstSync(api, accountRefId, firstSyncAtMost);
    say(isDone ? `${person.name}: an account has its history` : `${person.name}: a first sync is still running`);
  }
  if (person.key === 'edgar') {
    tokens.invalidate(person, 463);
    // The product notices when it next asks Meta for something.
    await listAccounts(api).catch(() => undefined);
  }
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
