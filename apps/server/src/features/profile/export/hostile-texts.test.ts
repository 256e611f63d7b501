import { queryPosts } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readZip } from '../../../../test/read-zip.ts';
import { strangeCaptions } from '../../../../test/strange-input.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { startSynced, type WorldAccount } from '../../../../test/world.ts';

const day = 86_400_000;
let app: TestApp;
let client: TestClient;
let account: WorldAccount;
beforeAll(async () => {
  app = await startTestApp();
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [{ fault: 'hostile-texts' }] }) });
  ({ client, account } = await startSynced(app, 'theo@sandbox.test', { plan: 'starter' }));
});
afterAll(() => app.close());

it('exports hostile captions unchanged, except for characters no database can store', async () => {
  const { rows } = await client.call(queryPosts, {
    body: {
      grid: { paginationModel: { page: 0, pageSize: 100 }, sortModel: [] },
      filters: {
        query: '',
        filterMode: 'published',
        isoStart: new Date(Date.now() - 700 * day).toISOString(),
        isoEnd: new Date().toISOString(),
      },
      platform: 'instagram',
      accountIds: [account.id],
    },
  });

  const captions = new Set(rows.map(({ caption }) => caption));
  expect(captions).toEqual(new Set(strangeCaptions.map(({ text, stored = text }) => stored)));
});

it('exports no Instagram text as a formula', async () => {
  const headers = { authorization: `Bearer ${client.token}` };
  const answer = await fetch(`${app.url}/api/v1/user/export`, { headers });
  const files = [...readZip(Buffer.from(await answer.arrayBuffer()))];

  const posts = files.find(([name]) => name.endsWith('/posts.csv'))?.[1].toString('utf8') ?? '';
  expect(posts).toContain('HYPERLINK');
  for (const [name, content] of files.filter(([one]) => one.endsWith('.csv')))
    for (const cell of toCells(content.toString('utf8')))
      if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(cell, name).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
});

/** Parses RFC 4180 like a spreadsheet. */
function toCells(text: string): string[] {
  return [...text.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
