import {
  createLabel,
  getMediaActivity,
  listAccountStats,
  listUsers,
  maxLabelName,
  queryPosts,
  requestFeature,
  updateProfile,
  type LabelRule,
} from '@tidemark/contract';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './start-test-app.ts';
import { strangeCaptions, strangeNames } from './strange-input.ts';
import type { TestClient } from './test-client.ts';
import { startSynced, type WorldAccount } from './world.ts';

let app: TestApp;
let client: TestClient;
let account: WorldAccount;
let operator: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [{ fault: 'hostile-texts' }] }) });
  ({ client, account } = await startSynced(app, 'theo@sandbox.test', { plan: 'agency' }));
  operator = await app.as('olu@sandbox.test');
});
afterAll(() => app.close());

const toStored = ({ text, stored = text }: (typeof strangeCaptions)[number]) => stored;
const range = () => ({
  isoStart: new Date(Date.now() - 700 * 86_400_000).toISOString(),
  isoEnd: new Date().toISOString(),
});

async function findCaptions(query: string, labelId?: string): Promise<Set<string | null>> {
  const { rows } = await client.call(queryPosts, {
    body: {
      grid: { paginationModel: { page: 0, pageSize: 100 }, sortModel: [] },
      filters: { query, filterMode: 'published', ...range(), ...(labelId !== undefined && { labelId }) },
      platform: 'instagram',
      accountIds: [account.id],
    },
  });
  return new Set(rows.map(({ caption }) => caption));
}

async function exportPosts(format: 'csv' | 'xlsx' | 'json'): Promise<Buffer> {
  const { isoStart: cStart, isoEnd: cEnd } = range();
  const answer = await fetch(`${app.url}/api/v1/metrics/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format, sections: ['posts'], cStart, cEnd, accountIds: [account.id] }),
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

describe('strange captions', () => {
  it('are stored and answered unchanged, except for characters no database can store', async () => {
    expect(await findCaptions('')).toEqual(new Set(strangeCaptions.map(toStored)));
  });

  it.each(strangeCaptions.flatMap((one) => (one.queries ?? []).map((query) => ({ ...one, query }))))(
    'are found by $query',
    async ({ query, ...caption }) => {
      expect(await findCaptions(query)).toContain(toStored(caption));
    },
  );

  it('count with all their hashtags and mentions', async () => {
    const { hashtags, mentions } = await client.call(getMediaActivity, {
      body: { ...range(), platform: 'instagram', accountIds: [account.id] },
    });

    const names = (kind: 'hashtags' | 'mentions') =>
      new Set(strangeCaptions.flatMap((caption) => (caption[kind] ?? []).map((name) => name.toLowerCase())));
    expect(new Set(Object.keys(hashtags).map((name) => name.toLowerCase()))).toEqual(names('hashtags'));
    expect(new Set(Object.keys(mentions).map((name) => name.toLowerCase()))).toEqual(names('mentions'));
  });

  it.each<[string, LabelRule, string]>([
    ['a later one of adjacent hashtags', { hashtag: 'カフェ' }, 'No spaces'],
    ['a decomposed hashtag', { hashtag: 'cafe\u0301' }, 'Caf\u00e9 composed'],
    ['a hashtag with a joiner', { hashtag: 'می\u200cخواهم' }, 'می\u200cخواهم'],
    ['composed letters of the caption', { caption: 'CAFÉ DECOMPOSED' }, 'Cafe\u0301 decomposed'],
  ])('are labelled by %s', async (name, rule, start) => {
    const { id } = await client.call(createLabel, { body: { name, color: 'indigo', rule } });

    expect([...(await findCaptions('', id))]).toContainEqual(expect.stringMatching(new RegExp(`^${start}`)));
  });

  it('are exported as text that a spreadsheet opens', async () => {
    const csv = (await exportPosts('csv')).toString('utf8');
    const { sections } = JSON.parse((await exportPosts('json')).toString('utf8')) as {
      sections: { posts: { caption: string }[] };
    };
    const { sheets } = await readXlsx(new Uint8Array(await exportPosts('xlsx')));

    // A workbook has no other control characters than ends of lines and tabs.
    const toPrintable = (text: string) => text.replaceAll(/(?![\n\t])\p{Cc}/gu, '');
    const cells = new Set(sheets.flatMap(({ rows }) => rows.flat().map((cell) => toPrintable(String(cell)))));
    const captions = strangeCaptions.map(toStored);
    expect(new Set(sections.posts.map(({ caption }) => caption))).toEqual(new Set(captions));
    for (const caption of captions) {
      expect(cells).toContain(toPrintable(caption));
      // CSV marks what a spreadsheet could take for a formula.
      if (!/[=+\-@＝\t\r\n;|]/.test(caption)) expect(csv).toContain(caption.replaceAll('"', '""'));
    }
  });
});

describe('strange requests', () => {
  // The sandbox's direction marks and control characters are refused in what people publish.
  const publishable = strangeCaptions
    .map(toStored)
    .filter((text) => !/[\u202a-\u202e\u2066-\u2069]|(?![\t\n\r])\p{Cc}/u.test(text));

  it('are published as entered', async () => {
    const title = '🇩🇪 Cafe\u0301 #a#b @anna ＃東京 👨‍👩‍👧‍👦';
    const description = publishable.map((text) => text.slice(0, 100)).join('\n');

    const { issue } = await client.call(requestFeature, { body: { title, description } });

    // Mentions and references are broken with an invisible character.
    const toPlain = (text: string) => text.normalize('NFC').replaceAll('\r\n', '\n').replaceAll('\u200b', '');
    expect(toPlain(issue.title)).toBe(toPlain(title));
    expect(toPlain(issue.body)).toContain(toPlain(description));
  });

  it.each(['\u202Etitle', 'two\nlines', ' ', 'a\u0000b', 'half \ud83d'])(
    'with the title %j are rejected',
    async (title) => {
      await expect(client.call(requestFeature, { body: { title, description: 'Because.' } })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    },
  );
});

describe('strange names', () => {
  const isAccepted = (text: string) => !text.includes('\u202E');

  it.each(strangeNames.filter(({ text }) => isAccepted(text)))('are shown as entered: $text', async ({ text }) => {
    const { user } = await client.call(updateProfile, { body: { name: text } });
    const words = [text.normalize('NFC'), text.normalize('NFD'), text.toUpperCase()];

    expect(user.name).toBe(text.normalize('NFC'));
    for (const search of words) {
      const { users } = await operator.call(listUsers, { query: { search } });
      expect(users.map(({ name }) => name)).toContain(text.normalize('NFC'));
    }
  });

  it.each(strangeNames.filter(({ text }) => !isAccepted(text)))(
    "that change other text's direction are rejected: $text",
    async ({ text }) => {
      await expect(client.call(updateProfile, { body: { name: text } })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    },
  );

  it('have the length people see', async () => {
    const family = '👨‍👩‍👧‍👦';
    const create = (name: string) => client.call(createLabel, { body: { name, color: 'indigo', rule: null } });

    const { name } = await create(family.repeat(maxLabelName));

    expect(name).toBe(family.repeat(maxLabelName));
    await expect(create(`${family.repeat(maxLabelName)}a`)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(`must have at most ${maxLabelName} characters`),
    });
    await expect(create(name.normalize('NFD'))).rejects.toMatchObject({ code: 'label_name_taken' });
  });

  it('match accounts in any form', async () => {
    await app.db
      .updateTable('account')
      .set({ name: 'Cafe\u0301 Ｏｓｌｏ' })
      .where('account_id', '=', account.id)
      .execute();

    for (const search of ['caf\u00e9', 'CAFE\u0301', 'oslo', 'Ｏｓｌｏ', account.username]) {
      const { data } = await operator.call(listAccountStats, { query: { search } });
      expect(data.map(({ id }) => id)).toContain(account.id);
    }
  });
});
