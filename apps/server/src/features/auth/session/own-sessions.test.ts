import { endOwnSession, listSessions } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHttpBrowser } from '../../../../test/http-browser.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { createTestClient } from '../../../../test/test-client.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp({ work: false })));
afterAll(() => app.close());

async function signedIn(email: string) {
  const browser = openHttpBrowser(app);
  await browser.signIn(email);
  return { browser, client: createTestClient(app.url, await browser.getToken()) };
}

it("lists a user's browsers and ends one session immediately", async () => {
  const [here, there] = [await signedIn('maya@sandbox.test'), await signedIn('maya@sandbox.test')];

  const { sessions } = await here.client.call(listSessions, {});
  const other = sessions.find(({ isCurrent }) => !isCurrent);
  await here.client.call(endOwnSession, { params: { id: other?.id ?? '' } });

  expect(sessions).toMatchObject([{ userAgent: 'node' }, { userAgent: 'node' }]);
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
  await expect(there.client.load()).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await there.browser.tokenStatus()).toBe(401);
  expect(await here.browser.tokenStatus()).toBe(200);
  expect((await here.client.call(listSessions, {})).sessions).toHaveLength(1);
});

it("neither lists nor ends another user's sessions", async () => {
  const [maya, cal] = [await signedIn('maya@sandbox.test'), await signedIn('cal@sandbox.test')];
  const { sessions } = await cal.client.call(listSessions, {});

  await expect(maya.client.call(endOwnSession, { params: { id: sessions[0]?.id ?? '' } })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(sessions).toHaveLength(1);
  expect(await cal.browser.tokenStatus()).toBe(200);
});
