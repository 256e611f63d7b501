import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../index.ts';
import type { Loose } from '../../../test/sandbox-client.ts';
import {
  accountId,
  appOrigin,
  ask,
  codeFor,
  connectAs,
  exchange,
  graphClient,
  lever,
  openSandbox,
  toText,
} from '../../../test/sandbox-client.ts';

const account = 'instagram_business_account{id,username}';
const window = 'period=day&metric_type=total_value';

async function debugToken(sandbox: Sandbox, token: string): Promise<Loose> {
  const { META_APP_ID: app, META_APP_SECRET: secret, META_GRAPH_BASE_URL: base } = sandbox.environment;
  const { body } = await ask(`${base}/debug_token?input_token=${token}&access_token=${app}|${secret}`);
  return body['data'] ?? {};
}

const list = (body: Loose) => Object.values(body['data'] ?? {});
const usernames = (body: Loose) =>
  list(body).flatMap((page) => {
    const username = page['instagram_business_account']?.['username'];
    return username === undefined ? [] : [toText(username)];
  });
const listTargets = (facts: Loose, scope: string) =>
  Object.values(facts['granular_scopes'] ?? {}).find((granted) => toText(granted['scope']) === scope)?.['target_ids'];

describe('system user login', () => {
  it('issues a token that never expires, for a user without a picture', async () => {
    const sandbox = await openSandbox();
    const answer = await exchange(sandbox, { code: await codeFor(sandbox, 'maya', { tokenType: 'SYSTEM_USER' }) });
    const token = toText(answer.body['access_token']);
    const client = graphClient(sandbox, token);

    const facts = await debugToken(sandbox, token);
    const [me, picture, business] = await Promise.all([
      client.get('me?fields=id,name'),
      client.get('me?fields=id,name,picture'),
      client.get('me?fields=client_business_id'),
    ]);
    await lever(sandbox, 'clock', { advanceSeconds: 400 * 86_400 });

    expect(answer.body).not.toHaveProperty('expires_in');
    expect(facts).toMatchObject({ type: 'SYSTEM_USER', is_valid: true, expires_at: 0, user_id: me.body['id'] });
    expect(listTargets(facts, 'pages_show_list')).toEqual([]);
    expect(me.body).toEqual({ id: expect.any(String), name: expect.any(String) });
    expect(picture.body['error']).toMatchObject({ code: 100, message: expect.stringContaining('SystemUser') });
    expect(toText(business.body['client_business_id'])).toMatch(/^9\d+$/);
    expect((await client.get('me')).status).toBe(200);
  });

  it('lists the pages in assigned_pages; me/accounts also lists those of earlier grants', async () => {
    const sandbox = await openSandbox();
    const { body: world } = await lever(sandbox, 'world');
    const maya = Object.values(world['people'] ?? {}).find((person) => toText(person['key']) === 'maya');
    const refused = Object.values(maya?.['accounts'] ?? {})[0];
    const client = await connectAs(sandbox, 'maya', {
      tokenType: 'SYSTEM_USER',
      excludedPages: [toText(refused?.['pageId'])],
    });

    const [listed, assigned, read, revoked] = await Promise.all([
      client.get(`me/accounts?fields=${account}`),
      client.get(`me/assigned_pages?fields=${account}`),
      client.get(`${toText(refused?.['id'])}?fields=username`),
      client.send('DELETE', 'me/permissions'),
    ]);

    expect(usernames(listed.body)).toHaveLength(4);
    expect(usernames(assigned.body)).toHaveLength(3);
    expect(usernames(assigned.body)).not.toContain(toText(refused?.['username']));
    expect(read.body['error']).toMatchObject({ code: 100, error_subcode: 33 });
    expect(revoked.body['error']).toMatchObject({ code: 100 });
    expect((await client.get('me')).status).toBe(200);
  });
});

describe('person with a portfolio', () => {
  it('exposes pages only as targets of granular scopes', async () => {
    const sandbox = await openSandbox();
    const client = await connectAs(sandbox, 'theo', { discovery: 'granular-scopes' });
    const [listed, businesses] = await Promise.all([client.get('me/accounts'), client.get('me/businesses')]);

    const pages = Object.values(listTargets(await debugToken(sandbox, client.token), 'pages_show_list') ?? {});
    const [first] = await Promise.all(pages.map((id) => client.get(`${toText(id)}?fields=${account}`)));

    expect([list(listed.body), list(businesses.body)]).toEqual([[], []]);
    expect(pages).toHaveLength(5);
    expect(first?.body['instagram_business_account']).toMatchObject({ username: 'okafor.coffee' });
  });

  it('exposes pages only in the portfolio, owned and client pages', async () => {
    const sandbox = await openSandbox();
    const client = await connectAs(sandbox, 'maya', { discovery: 'portfolio' });

    const listed = await client.get('me/accounts');
    const business = toText(list((await client.get('me/businesses')).body)[0]?.['id']);
    const [owned, clients] = await Promise.all(
      ['owned_pages', 'client_pages'].map((edge) => client.get(`${business}/${edge}?fields=${account}`)),
    );

    expect(list(listed.body)).toEqual([]);
    expect(usernames(owned?.body ?? {})).toHaveLength(2);
    expect(usernames(clients?.body ?? {})).toHaveLength(2);
    expect(listTargets(await debugToken(sandbox, client.token), 'pages_show_list')).toBeUndefined();
  });

  it('exposes portfolio pages nowhere else', async () => {
    const sandbox = await openSandbox();
    const client = await connectAs(sandbox, 'theo', { discovery: 'mixed' });

    const listed = await client.get(`me/accounts?fields=${account}`);
    const business = toText(list((await client.get('me/businesses')).body)[0]?.['id']);
    const owned = await client.get(`${business}/owned_pages?fields=${account}`);

    expect(usernames(listed.body)).not.toContain('theo.on.foot');
    expect(usernames(owned.body)).toEqual(['theo.on.foot']);
  });
});

describe('permissions', () => {
  it('requires an ads permission for a Business Manager role', async () => {
    const sandbox = await openSandbox();
    const id = await accountId(sandbox, 'fjordlys.kitchen');
    const insights = async (choice: Record<string, unknown>) =>
      (await connectAs(sandbox, 'maya', { businessRole: true, ...choice })).get(
        `${id}/insights?metric=views&${window}`,
      );

    const without = await insights({ without: ['ads_read'] });

    expect(without.body['error']).toMatchObject({ code: 10 });
    expect((await insights({})).status).toBe(200);
    expect((await insights({ without: ['ads_read'], with: ['ads_management'] })).status).toBe(200);
  });

  it('requires pages_read_engagement for pages and insights', async () => {
    const sandbox = await openSandbox();
    const id = await accountId(sandbox, 'fjordlys.kitchen');
    const client = await connectAs(sandbox, 'maya', { without: ['pages_read_engagement'] });

    const answers = await Promise.all([
      client.get(`me/accounts?fields=${account}`),
      client.get(`${id}/insights?metric=views&${window}`),
    ]);

    for (const { body } of answers) {
      expect(body['error']).toMatchObject({
        code: 100,
        message: expect.stringContaining("requires the 'pages_read_engagement' permission"),
      });
    }
  });

  it('returns an account that lacks nearly all of its fields', async () => {
    const sandbox = await openSandbox();
    const id = await accountId(sandbox, 'fjordlys.kitchen');
    const client = await connectAs(sandbox, 'maya');
    await lever(sandbox, 'faults', { rules: [{ fault: 'sparse-account', params: { account: id } }] });

    const { body } = await client.get(
      'me/accounts?fields=instagram_business_account{id,username,name,profile_picture_url,followers_count}',
    );

    expect(usernames(body)).toHaveLength(3);
    expect(list(body).map((page) => page['instagram_business_account'])).toContainEqual({ id });
  });
});

it('offers the login variants in the dialog', async () => {
  const sandbox = await openSandbox();
  const { META_APP_ID: app = '', META_LOGIN_CONFIG_ID: configId = '' } = sandbox.environment;
  const redirectUri = `${appOrigin}/connect`;
  const query = new URLSearchParams({
    client_id: app,
    config_id: configId,
    redirect_uri: redirectUri,
    as: 'maya@sandbox.test',
  });

  const dialog = await ask(`${sandbox.url}/v25.0/dialog/oauth?${query.toString()}`);
  const form = new URLSearchParams({
    answer: 'continue',
    email: 'maya@sandbox.test',
    login: 'system-user',
    configId,
    redirectUri,
  });
  const answered = await ask(`${sandbox.url}/v25.0/dialog/oauth`, { method: 'POST', body: form });
  const code = new URL(answered.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const token = toText((await exchange(sandbox, { code, redirect_uri: redirectUri })).body['access_token']);

  expect(dialog.text).toContain('Business integration (system user token)');
  expect(await debugToken(sandbox, token)).toMatchObject({ type: 'SYSTEM_USER' });
});
