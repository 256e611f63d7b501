import { setTimeout as wait } from 'node:timers/promises';
import type { AccessTokens } from '../instagram-graph/access-tokens.ts';
import type { Billing } from '../payment-provider/billing.ts';
import type { AccountProfile } from '../world/account-profile.ts';
import type { Person, PersonKey } from '../world/people.ts';
import { people } from '../world/people.ts';
import {
  connect,
  connectionState,
  linkAccount,
  listAccounts,
  waitForFirstSync,
  waitUntilExpired,
} from './link-accounts.ts';
import type { World } from '../world/world.ts';
import { ProductApiError, productApi } from './product-api.ts';
import type { Seeded } from './seed-plans.ts';
import { loadUser, seedPlan, seedPrices } from './seed-plans.ts';
import { type Past, seedTour } from './seed-tour.ts';

interface SeedProgress {
  /** `ready` is reported once: Maya is seeded and the rest continues in the background. */
  phase: 'working' | 'ready' | 'done';
  text: string;
}

export interface SeedOptions {
  appUrl: string;
  onProgress?: ((progress: SeedProgress) => void) | undefined;
  /** Called once, after the tour was seeded. */
  onPast?: ((past: Past) => void) | undefined;
  /** Pause between two links, so that the machine stays responsive. */
  pauseMillis?: number | undefined;
}

interface Deps {
  makeTokens: (person: Person) => Promise<{ accessToken: string }>;
  tokens: AccessTokens;
  accountsOf: (person: Person) => AccountProfile[];
  billing: Billing;
  world: World;
  now: () => number;
  log: (line: string) => void;
}

interface Move {
  count: number;
  pauseMillis: number;
  say: (text: string) => void;
}

const firstSyncAtMost = 120_000;
/** Number of accounts that each persona links, in seeding order. */
const linked: [PersonKey, number][] = [
  ['maya', 3],
  ['cal', 2],
  ['olu', 1],
  ['edgar', 2],
  ['nadia', 1],
  ['ines', 25],
];

/** Seeds the personas through the product's public API only; existing data stays unchanged. */
export async function seedPersonas(
  deps: Deps,
  { appUrl, onProgress = () => undefined, onPast = () => undefined, pauseMillis = 400 }: SeedOptions,
): Promise<void> {
  const failures: string[] = [];
  const say = (text: string, phase: SeedProgress['phase'] = 'working') => onProgress({ phase, text });

  async function attempt<Result>(who: Person, what: string, step: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await step();
    } catch (error) {
      const text = `${who.name}: ${what} failed: ${toMessage(error)}`;
      failures.push(text);
      deps.log(text);
      say(text);
      return undefined;
    }
  }

  const seeded = new Map<PersonKey, Seeded>();
  for (const person of people) {
    const api = productApi(appUrl, async () => (await deps.makeTokens(person)).accessToken);
    const loaded = await attempt(person, 'first sign-in', () => loadUser(person, api));
    if (loaded) seeded.set(person.key, loaded);
  }
  const operator = seeded.get('olu');
  if (operator) await attempt(operator.person, 'prices', () => seedPrices(operator.api));
  await Promise.all(
    [...seeded.values()].map((someone) =>
      attempt(someone.person, 'plan', () => seedPlan(deps.billing, someone, Date.now())),
    ),
  );
  say(`Users signed up: ${seeded.size}`);

  for (const [key, count] of linked) {
    const someone = seeded.get(key);
    if (someone)
      await attempt(someone.person, 'seeding', () => moveInIfAllowed(deps, someone, { count, pauseMillis, say }));
    if (key !== 'maya') continue;
    if (someone) await attempt(someone.person, 'tour', () => lead(deps, someone, { count, onPast }));
    say('Seeded Maya Lindqvist', 'ready');
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
  say('All users seeded', 'done');
}

/** Lets a visitor find something on every page. */
async function lead(
  { accountsOf, world, now }: Deps,
  { person, api, userId }: Seeded,
  { count, onPast }: { count: number; onPast: NonNullable<SeedOptions['onPast']> },
): Promise<void> {
  const accounts = accountsOf(person).slice(0, count);
  const past = await seedTour({ api, userId, world, accounts, now: now() });
  if (past) onPast(past);
}

/** Nadia's plan has ended; a product that rejects her links is correct. */
async function moveInIfAllowed(deps: Deps, someone: Seeded, move: Move): Promise<void> {
  try {
    await moveIn(deps, someone, move);
  } catch (error) {
    const isRefused = error instanceof ProductApiError && [402, 403].includes(error.status);
    if (someone.person.key !== 'nadia' || !isRefused) throw error;
    move.say(`${someone.person.name}: no accounts linked, plan has ended`);
  }
}

async function moveIn(
  { tokens, accountsOf }: Deps,
  { person, api }: Seeded,
  { count, pauseMillis, say }: Move,
): Promise<void> {
  const state = await connectionState(api);
  // His token is meant to be expired.
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
      say(`${person.name}: linked @${account.username}`);
      await wait(pauseMillis);
    }
  }
  for (const accountRefId of waiting) {
    const isDone = await waitForFirstSync(api, accountRefId, firstSyncAtMost);
    say(isDone ? `${person.name}: account history synced` : `${person.name}: first sync still in progress`);
  }
  if (person.key === 'edgar') {
    tokens.invalidate(person, 463);
    await waitUntilExpired(api);
  }
}

export function toMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
