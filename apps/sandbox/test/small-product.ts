import Fastify from 'fastify';
import { decodeJwt } from 'jose';
import { z } from 'zod';

const Bought = z.object({ plan: z.enum(['starter', 'pro', 'agency']) });
const Priced = z.object({ priceId: z.string() });
const Page = z.object({ url: z.string() });
const Subscriptions = z.object({
  data: z.array(z.object({ status: z.string(), cancel_at: z.number().nullable() })),
});
const Reference = z.object({ accountId: z.string() });
const Code = z.object({ code: z.string() });

interface Member {
  subscription: { plan: string; status: string; isCancelling: boolean };
  customer: string | undefined;
  isConnected: boolean;
  linked: Set<string>;
  lists: number;
  /** The member's creations, by the key that lists them. */
  created: Record<string, unknown[]>;
}

const lists = [
  { key: 'labels', list: ['GET', '/labels'], create: ['POST', '/labels'] },
  { key: 'annotations', list: ['POST', '/metrics/annotations'], create: ['POST', '/annotations'] },
  { key: 'reports', list: ['GET', '/reports'], create: ['POST', '/reports'] },
  { key: 'links', list: ['GET', '/user/shares'], create: ['POST', '/user/shares'] },
  { key: 'peers', list: ['POST', '/metrics/peers'], create: ['POST', '/user/peers'] },
] as const;

export interface SmallProduct {
  url: string;
  /** Calls such as `maya POST /account/add`, in order; tests may empty it. */
  calls: string[];
  member: (name: string) => Member;
  close: () => Promise<void>;
}

/** Serves the parts of the product's public API that seeding uses, from memory. */
export async function startSmallProduct({
  accountsOf,
  getStripe,
  lostCalls = [],
}: {
  accountsOf: (name: string) => { id: string; username: string }[];
  /** Returns its payment provider's URL and key. */
  getStripe: { url: string; key: string };
  /** Calls that fail, such as `maya POST /account/add`. */
  lostCalls?: string[];
}): Promise<SmallProduct> {
  const members = new Map<string, Member>();
  const stored = new Set<string>();
  const calls: string[] = [];
  const server = Fastify();

  function member(name: string): Member {
    const known = members.get(name);
    if (known) return known;
    const made: Member = {
      subscription: { plan: 'free', status: 'free', isCancelling: false },
      customer: undefined,
      isConnected: false,
      linked: new Set(),
      lists: 0,
      created: {},
    };
    members.set(name, made);
    return made;
  }

  async function stripe(path: string, form?: Record<string, string>): Promise<unknown> {
    const answer = await fetch(`${getStripe.url}/v1/${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${getStripe.key}` },
      ...(form && { body: new URLSearchParams(form) }),
    });
    return answer.json();
  }

  const toName = (authorization = '') => String(decodeJwt(authorization.slice(7))['email']).split('@')[0] ?? '';

  server.addHook('onRequest', async (request, reply) => {
    const path = request.url.slice('/api/v1'.length).split('?')[0] ?? '';
    const call = `${toName(request.headers.authorization)} ${request.method} ${path}`;
    calls.push(call);
    if (lostCalls.includes(call)) await reply.code(500).send({ error: { code: 'broken', message: 'Broken' } });
  });

  server.post('/api/v1/user/load', (request) => {
    const name = toName(request.headers.authorization);
    return { user: { _id: name, role: 'user', subscription: member(name).subscription }, accountRefs: [], product: {} };
  });
  const toPrice = new Map<string, string>();
  server.get('/api/v1/plans', () => ({
    plans: ['free', 'starter', 'pro', 'agency'].map((id) => ({
      id,
      name: id,
      price: toPrice.get(id) ?? null,
      accountLimits: {},
      roadmapAccess: {},
    })),
  }));
  server.put('/api/v1/admin/plans/:id', (request, reply) => {
    if (toName(request.headers.authorization) !== 'olu') return reply.code(403).send({});
    toPrice.set(z.object({ id: z.string() }).parse(request.params).id, Priced.parse(request.body).priceId);
    return { success: true };
  });
  server.post('/api/v1/subscription/checkout', async (request) => {
    const name = toName(request.headers.authorization);
    const { plan } = Bought.parse(request.body);
    const someone = member(name);
    someone.customer ??= z
      .object({ id: z.string() })
      .parse(await stripe('customers', { name, 'metadata[user]': name })).id;
    someone.subscription.plan = plan;
    return Page.parse(
      await stripe('checkout/sessions', {
        mode: 'subscription',
        customer: someone.customer,
        'line_items[0][price]': toPrice.get(plan) ?? '',
        success_url: 'http://localhost:3000/subscription',
      }),
    );
  });
  server.post('/api/v1/subscription/refresh', async (request) => {
    const someone = member(toName(request.headers.authorization));
    const [bought] = Subscriptions.parse(await stripe(`subscriptions?status=all&customer=${someone.customer}`)).data;
    someone.subscription.status = bought?.status ?? 'free';
    someone.subscription.isCancelling = typeof bought?.cancel_at === 'number';
    return {};
  });
  // Like the product, it answers from its own list for a while before it asks Meta again.
  const isExpired = (name: string) => name === 'edgar' && member(name).lists > 2;
  server.get('/api/v1/user/connections/meta', (request) => {
    const name = toName(request.headers.authorization);
    return {
      success: true,
      connection: { isConnected: member(name).isConnected, tokenValid: !isExpired(name) },
    };
  });
  server.post('/api/v1/auth/meta/authorize/business', (request) => {
    Code.parse(request.body);
    member(toName(request.headers.authorization)).isConnected = true;
    return { success: true };
  });
  server.get('/api/v1/account/connections/instagram_account', (request, reply) => {
    const name = toName(request.headers.authorization);
    member(name).lists += 1;
    if (isExpired(name)) return reply.code(400).send({ error: { code: 'meta_not_connected', message: 'Expired' } });
    return {
      success: true,
      accounts: accountsOf(name).map((account) => ({ ...account, linked: member(name).linked.has(account.id) })),
    };
  });
  server.get('/api/v1/account/get', (request, reply) => {
    const { accountId } = Reference.parse(request.query);
    return stored.has(accountId)
      ? { success: true, doc: { _id: `ref-${accountId}` } }
      : reply.code(404).send({ error: { code: 'account_not_found', message: 'Not found' } });
  });
  server.post('/api/v1/account/add', (request) => {
    const { accountId } = Reference.parse(request.body);
    stored.add(accountId);
    return { success: true, doc: { _id: `ref-${accountId}` } };
  });
  server.post('/api/v1/user/account/link', (request, reply) => {
    const someone = member(toName(request.headers.authorization));
    if (someone.subscription.status !== 'active')
      return reply.code(403).send({ error: { code: 'plan_required', message: 'No plan' } });
    someone.linked.add(Reference.parse(request.body).accountId);
    return { success: true };
  });
  server.post('/api/v1/account/activate', () => ({ success: true }));
  server.get('/api/v1/account/:id/sync-status', () => ({
    success: true,
    syncStatus: { syncRunning: false, initialization: { active: false } },
  }));

  for (const { key, list, create } of lists) {
    const getCreated = (authorization: string | undefined) => (member(toName(authorization)).created[key] ??= []);
    server.route({
      method: list[0],
      url: `/api/v1${list[1]}`,
      handler: ({ headers }) => ({ [key]: getCreated(headers.authorization) }),
    });
    server.route({
      method: create[0],
      url: `/api/v1${create[1]}`,
      handler: ({ headers, body }) => {
        getCreated(headers.authorization).push(body);
        return {};
      },
    });
  }

  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return { url, calls, member, close: () => server.close() };
}
