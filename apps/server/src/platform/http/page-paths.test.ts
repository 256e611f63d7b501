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
