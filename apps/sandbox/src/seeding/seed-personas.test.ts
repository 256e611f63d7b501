import { afterEach, describe, expect, it } from 'vitest';
import { lever, openSandbox, toText } from '../../test/sandbox-client.ts';
import type { SmallProduct } from '../../test/small-product.ts';
import { startSmallProduct } from '../../test/small-product.ts';
import type { Sandbox } from '../index.ts';
import type { Past } from './seed-tour.ts';

const products: SmallProduct[] = [];

afterEach(async () => {
  await Promise.all(products.splice(0).map((product) => product.close()));
});

async function openProduct(sandbox: Sandbox, more: { lostCalls?: string[] } = {}): Promise<SmallProduct> {
  const { body } = await lever(sandbox, 'world');
  const people = Object.values(body['people'] ?? {});
  const accountsOf = (name: string) =>
    Object.values(people.find((person) => toText(person['key']) === name)?.['accounts'] ?? {}).map((account) => ({
      id: toText(account['id']),
      username: toText(account['username']),
    }));
  const getStripe = { url: sandbox.url, key: sandbox.environment['STRIPE_SECRET_KEY'] ?? '' };
  const product = await startSmallProduct({ accountsOf, getStripe, ...more });
  products.push(product);
  return product;
}

describe('seeding', () => {
  it('gives every persona the plan, connection and accounts of their story', async () => {
    const sandbox = await openSandbox();
    const product = await openProduct(sandbox);
    const phases: string[] = [];

    await sandbox.seedPersonas({ pauseMillis: 0, appUrl: product.url, onProgress: ({ phase }) => phases.push(phase) });

    const story = (name: string) => {
      const { subscription, isConnected, linked } = product.member(name);
      return [subscription.plan, subscription.status, isConnected, linked.size];
    };
    expect(story('maya')).toEqual(['pro', 'active', true, 3]);
    expect(story('theo')).toEqual(['starter', 'active', false, 0]);
    expect(story('fiona')).toEqual(['free', 'free', false, 0]);
    expect(story('cal')).toEqual(['pro', 'active', true, 2]);
    expect(story('nadia')).toEqual(['starter', 'canceled', true, 0]);
    expect(story('ines')).toEqual(['agency', 'active', true, 25]);
    expect(story('olu')).toEqual(['pro', 'active', true, 1]);
    expect(story('edgar')).toEqual(['starter', 'active', true, 2]);
    expect(product.member('cal').subscription.isCancelling).toBe(true);
    expect(product.member('maya').subscription.isCancelling).toBe(false);
    expect(phases.filter((phase) => phase === 'ready')).toHaveLength(1);
    expect(phases.at(-1)).toBe('done');
    expect(product.member('edgar').lists).toBe(3);
  }, 60_000);

  it('fills the lists of the user with the most to see, and hands over what happened before the start', async () => {
    const sandbox = await openSandbox();
    const product = await openProduct(sandbox);
    const pasts: Past[] = [];

    await sandbox.seedPersonas({ pauseMillis: 0, appUrl: product.url, onPast: (past) => pasts.push(past) });

    const counts = Object.entries(product.member('maya').created).map(([key, { length }]) => [key, length]);
    expect(Object.fromEntries(counts)).toEqual({
      labels: 2,
      annotations: 2,
      reports: 1,
      links: 1,
      peers: 3,
    });
    const [past] = pasts;
    expect(pasts).toHaveLength(1);
    expect(past?.peers.map(({ days }) => days.length)).toEqual([60, 60, 60]);
    expect(past?.peers.flatMap(({ days }) => days).every(({ followers }) => followers > 0)).toBe(true);
    expect(new Set(past?.posts.map(({ accountId }) => accountId)).size).toBe(3);
    expect(product.member('ines').created).toEqual({});
  }, 60_000);

  it('changes nothing when every persona is already seeded', async () => {
    const sandbox = await openSandbox();
    const product = await openProduct(sandbox);
    await sandbox.seedPersonas({ pauseMillis: 0, appUrl: product.url });
    product.calls.length = 0;

    await sandbox.seedPersonas({ pauseMillis: 0, appUrl: product.url });

    const changes = product.calls.filter(
      (call) => /PUT|POST/.test(call) && !/\/user\/load$|POST \/metrics\//.test(call) && !call.startsWith('nadia'),
    );
    expect(changes).toEqual([]);
  }, 60_000);

  it('reports failed steps by persona, and continues with the remaining personas', async () => {
    const sandbox = await openSandbox();
    const product = await openProduct(sandbox, { lostCalls: ['cal POST /subscription/checkout'] });

    const settling = sandbox.seedPersonas({ pauseMillis: 0, appUrl: product.url });

    await expect(settling).rejects.toThrow(/Cal Moreno: plan failed: POST \/subscription\/checkout answered 500/);
    expect(product.member('ines').linked.size).toBe(25);
  }, 60_000);
});
