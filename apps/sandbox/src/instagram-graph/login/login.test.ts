import { describe, expect, it } from 'vitest';
import {
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

describe('login code', () => {
  it('exchanges a code for a sixty-day token that identifies its person', async () => {
    const sandbox = await openSandbox();
    const { META_APP_ID: app, META_APP_SECRET: secret, META_GRAPH_BASE_URL: base } = sandbox.environment;

    const answer = await exchange(sandbox, { code: await codeFor(sandbox, 'maya') });
    const token = toText(answer.body['access_token']);
    const { body } = await ask(`${base}/debug_token?input_token=${token}&access_token=${app}|${secret}`);

    expect(answer.body).toMatchObject({ token_type: 'bearer', expires_in: 5_183_944 });
    expect(body['data']).toMatchObject({
      is_valid: true,
      type: 'USER',
      app_id: app,
      scopes: expect.arrayContaining(['instagram_manage_insights']),
    });
  });

  it('accepts a code once, for ten minutes, for its own app and URI', async () => {
    const sandbox = await openSandbox();
    const code = await codeFor(sandbox, 'maya');
    const redirectUri = `${appOrigin}/connect`;
    const bound = await codeFor(sandbox, 'maya', { redirectUri });

    const first = await exchange(sandbox, { code });
    const again = await exchange(sandbox, { code });
    const elsewhere = await exchange(sandbox, { code: bound, redirect_uri: `${redirectUri}/` });
    const rightPlace = await exchange(sandbox, { code: bound, redirect_uri: redirectUri });
    const late = await codeFor(sandbox, 'maya');
    await lever(sandbox, 'clock', { advanceSeconds: 601 });
    const [expired, badSecret, badApp, nonsense] = await Promise.all([
      exchange(sandbox, { code: late }),
      exchange(sandbox, { code: late, client_secret: 'no' }),
      exchange(sandbox, { code: late, client_id: '1' }),
      exchange(sandbox, { code: 'AQBnonsense' }),
    ]);

    expect([first.status, rightPlace.status]).toEqual([200, 200]);
    expect(again.body['error']).toMatchObject({ code: 100, error_subcode: 36009 });
    expect(elsewhere.body['error']).toMatchObject({ code: 100, error_subcode: 36008 });
    expect(expired.body['error']).toMatchObject({
      code: 100,
      error_subcode: 36007,
      message: 'This authorization code has expired.',
    });
    expect(expired.headers.get('www-authenticate')).toContain('invalid_code');
    expect(badSecret.body['error']).toMatchObject({ code: 1, message: 'Error validating client secret.' });
    expect(badApp.body['error']).toMatchObject({ code: 101 });
    expect(nonsense.body['error']).toMatchObject({ code: 100, error_subcode: 36007 });
  });
});

describe('access token', () => {
  it('exchanges an unexpired token for a fresh token', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');

    const renewed = await exchange(sandbox, { grant_type: 'fb_exchange_token', fb_exchange_token: maya.token });
    await lever(sandbox, 'clock', { advanceSeconds: 61 * 86_400 });
    const tooLate = await exchange(sandbox, { grant_type: 'fb_exchange_token', fb_exchange_token: maya.token });
    const used = await maya.get('me');

    expect(renewed.body['access_token']).not.toBe(maya.token);
    expect(tooLate.body['error']).toMatchObject({ code: 190, error_subcode: 463 });
    expect(used.body['error']).toMatchObject({
      code: 190,
      error_subcode: 463,
      message: expect.stringMatching(/Session has expired on \w+, \d\d-\w+-\d\d/),
    });
  });

  it('invalidates tokens when permissions are revoked, until the next login', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');

    const revoked = await maya.send('DELETE', 'me/permissions');
    const after = await maya.get('me');
    const next = await connectAs(sandbox, 'maya');

    expect(revoked.body).toEqual({ success: true });
    expect(after.body['error']).toMatchObject({ code: 190, error_subcode: 458 });
    expect((await next.get('me')).status).toBe(200);
  });

  it('expires a token on demand, which debug_token reports with status 200', async () => {
    const sandbox = await openSandbox();
    const { META_APP_ID: app, META_APP_SECRET: secret, META_GRAPH_BASE_URL: base } = sandbox.environment;
    const edgar = await connectAs(sandbox, 'edgar');

    await lever(sandbox, 'meta/expire', { email: 'edgar@sandbox.test' });
    const used = await edgar.get('me');
    const debugged = await ask(`${base}/debug_token?input_token=${edgar.token}&access_token=${app}|${secret}`);

    expect(used.body['error']).toMatchObject({ code: 190, error_subcode: 463 });
    expect(debugged.status).toBe(200);
    expect(debugged.body['data']).toMatchObject({ is_valid: false, error: { code: 190, subcode: 463 } });
  });

  it('accepts a page token for that page’s account', async () => {
    const sandbox = await openSandbox();
    const maya = await connectAs(sandbox, 'maya');
    const { body } = await maya.get('me/accounts?fields=access_token,instagram_business_account&limit=1');
    const page = body['data']?.['0'];

    const pageClient = graphClient(sandbox, toText(page?.['access_token']));
    const answer = await pageClient.get(`${toText(page?.['instagram_business_account']?.['id'])}?fields=username`);

    expect(answer.body['username']).toBe('fjordlys.kitchen');
  });

  it('stays valid when Meta refuses a single page', async () => {
    const sandbox = await openSandbox();
    const { META_APP_ID: app, META_APP_SECRET: secret, META_GRAPH_BASE_URL: base } = sandbox.environment;
    const maya = await connectAs(sandbox, 'maya');
    const fields = 'access_token,instagram_business_account';
    const { body } = await maya.get(`me/accounts?fields=${fields}&limit=2`);
    const [refused, other] = [body['data']?.['0'], body['data']?.['1']];
    const pageId = toText(refused?.['id']);
    const accountId = toText(refused?.['instagram_business_account']?.['id']);
    await lever(sandbox, 'faults', { rules: [{ fault: 'page-refused', params: { page: pageId } }] });

    const used = [
      await maya.get(`${pageId}?fields=id`),
      await maya.get(`${accountId}?fields=username`),
      await maya.get(`${accountId}/insights?metric=reach&period=day`),
      await maya.get(`me/accounts?fields=${fields}`),
      await graphClient(sandbox, toText(refused?.['access_token'])).get('me?fields=id'),
    ];
    const unused = [
      await maya.get(`${toText(other?.['id'])}?fields=${fields}`),
      await maya.get('me/accounts?fields=id'),
      await ask(`${base}/debug_token?input_token=${maya.token}&access_token=${app}|${secret}`),
    ];

    for (const answer of used)
      expect(answer.body['error']).toMatchObject({
        code: 190,
        message: expect.stringContaining("before impersonating a user's page"),
      });
    expect(unused.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(unused[2]?.body['data']).toMatchObject({ is_valid: true });
  });

  it('is reported as invalid by debug_token while it is refused', async () => {
    const sandbox = await openSandbox();
    const { META_APP_ID: app, META_APP_SECRET: secret, META_GRAPH_BASE_URL: base } = sandbox.environment;
    const maya = await connectAs(sandbox, 'maya');
    await lever(sandbox, 'faults', { rules: [{ fault: 'token', params: { subcode: 460 } }] });

    const { status, body } = await ask(`${base}/debug_token?input_token=${maya.token}&access_token=${app}|${secret}`);

    expect(status).toBe(200);
    expect(body['data']).toMatchObject({ is_valid: false, error: { code: 190, subcode: 460 } });
  });
});

describe('login dialog', () => {
  it('redirects the browser with a code or with an error', async () => {
    const sandbox = await openSandbox();
    const redirectUri = `${appOrigin}/connect`;
    const query = new URLSearchParams({
      client_id: sandbox.environment['META_APP_ID'] ?? '',
      config_id: sandbox.environment['META_LOGIN_CONFIG_ID'] ?? '',
      redirect_uri: redirectUri,
      state: 'abc',
      response_type: 'code',
    });
    const dialog = `${sandbox.url}/v25.0/dialog/oauth`;
    const answerWith = (answer: string) =>
      ask(dialog, {
        method: 'POST',
        body: new URLSearchParams({
          answer,
          email: 'theo@sandbox.test',
          configId: query.get('config_id') ?? '',
          redirectUri,
          state: 'abc',
        }),
      });

    const page = await ask(`${dialog}?${query.toString()}`);
    const [agreed, cancelled] = [await answerWith('continue'), await answerWith('cancel')];
    const code = new URL(agreed.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const token = await exchange(sandbox, { code, redirect_uri: redirectUri });

    expect(page.text).toContain('Continue as');
    expect(token.status).toBe(200);
    expect(cancelled.headers.get('location')).toContain('error=access_denied');
    expect(cancelled.headers.get('location')).toContain('state=abc');
  });

  it('rejects an unregistered redirect URI', async () => {
    const sandbox = await openSandbox();
    const query = new URLSearchParams({
      client_id: sandbox.environment['META_APP_ID'] ?? '',
      config_id: sandbox.environment['META_LOGIN_CONFIG_ID'] ?? '',
      redirect_uri: 'https://evil.example/',
    });

    const page = await ask(`${sandbox.url}/v25.0/dialog/oauth?${query.toString()}`);

    expect(page.status).toBe(400);
    expect(page.text).toContain('URL blocked');
  });
});
