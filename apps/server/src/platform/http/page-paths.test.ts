import { figuresPath, comparePeers } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp({ work: false })));
afterAll(() => app.close());

it("answers at the page's addresses as at the documented addresses", async () => {
  const { token } = await app.as('maya@sandbox.test');
  const { documented, page } = figuresPath;
  const ask = async (start: string, headers: Record<string, string>) => {
    const path = comparePeers.path.replace(documented, start);
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' };
    const answer = await fetch(`${app.url}/api/v1${path}`, init);
    const { error } = (await answer.json()) as { error: object };
    return { status: answer.status, error: { ...error, requestId: '' } };
  };

  const authorization = `Bearer ${token}`;
  expect(await ask(page, { authorization })).toEqual(await ask(documented, { authorization }));
  expect(await ask(page, { authorization })).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
  expect(await ask(page, {})).toMatchObject({ status: 401 });
});

it('lets browsers cache assets for good, and other files only after checking them again', async () => {
  const page = await (await fetch(`${app.url}/sign-in`)).text();
  const [, script] = /src="(\/assets\/[^"]+)"/.exec(page) ?? [];
  const read = async (path: string | undefined) => {
    const { status, headers } = await fetch(`${app.url}${path}`);
    return { status, caching: headers.get('cache-control'), type: headers.get('content-type')?.split(';')[0] };
  };

  expect(await read(script)).toMatchObject({ status: 200, caching: 'public, max-age=31536000, immutable' });
  expect(await read('/sw.js')).toMatchObject({ status: 200, caching: 'no-cache', type: 'application/javascript' });
  expect(await read('/app.webmanifest')).toEqual({
    status: 200,
    caching: 'no-cache',
    type: 'application/manifest+json',
  });
  expect(await read('/icons/192.png')).toMatchObject({ status: 200, caching: 'no-cache', type: 'image/png' });
});
