import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLiveToken, deleteUser, listAccounts, unlinkAccount, updateProfile } from '@tidemark/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../../../test/read-zip.ts';
import { deleteOrphans } from '../../../test/delete-orphans.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { connect, startSynced, trueDays, untilSynced, type WorldAccount } from '../../../test/world.ts';
import { until } from '../../../test/until.ts';

const theo = 'theo@sandbox.test';
const maya = 'maya@sandbox.test';
let app: TestApp;
let client: TestClient;
let account: WorldAccount;
let other: WorldAccount;
let picture: string;

beforeAll(async () => {
  app = await startTestApp({ thumbnails: true });
  ({ client, account } = await startSynced(app, theo, { plan: 'starter', account: 1 }));
  ({ account: other } = await startSynced(app, maya));
  picture = await uploadPicture(client);
});
afterAll(() => app.close());

async function uploadPicture(person: TestClient): Promise<string> {
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#2f6f8f' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('profileImage', new Blob([new Uint8Array(png)]), 'me.png');
  const answer = await fetch(`${app.url}/api/v1/user/profile/upload-image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  });
  const { imageUrl } = (await answer.json()) as { imageUrl: string }; // checked by the next call
  await person.call(updateProfile, { body: { picture: imageUrl } });
  return imageUrl;
}

async function unpack({ token }: TestClient): Promise<Map<string, string>> {
  const answer = await fetch(`${app.url}/api/v1/user/export`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="tidemark-\d{4}-\d\d-\d\d\.zip"$/);
  const files = readZip(Buffer.from(await answer.arrayBuffer()));
  return new Map([...files].map(([name, content]) => [name, content.toString('latin1')]));
}

describe('user data export', () => {
  it('contains the profile, the picture and the metrics of linked accounts', async () => {
    const files = await unpack(client);

    const folder = `accounts/${account.username.replaceAll(/[^\w-]/g, '_')}-${account.id}`;
    expect([...files.keys()].sort()).toEqual(
      [
        'README.txt',
        `${folder}/answers.json`,
        'picture.webp',
        'profile.json',
        ...['days', 'demographics', 'posts', 'posts-by-age', 'posts-by-day', 'windows'].map(
          (name) => `${folder}/${name}.csv`,
        ),
      ].sort(),
    );
    expect(JSON.parse(files.get('profile.json') ?? '')).toMatchObject({
      user: { email: theo, picture },
      subscription: { plan_id: 'starter' },
      linkedAccounts: [{ account_id: account.id }],
      audit: [{ action: 'subscription.set' }, { action: 'user.exported' }],
    });
    const [head = '', ...rows] = (files.get(`${folder}/days.csv`) ?? '').trim().split('\r\n');
    const columns = head.split(',');
    const cells = rows.map((row) => row.split(','));
    const days = cells.filter((row) => row[columns.indexOf('complete')] === 'true');
    const dayAt = columns.indexOf('day');
    const truth = await trueDays(app, account.id, days[0]?.[dayAt] ?? '', days.at(-1)?.[dayAt] ?? '');
    expect(days.length).toBeGreaterThan(150);
    expect(days.map((row) => Number(row[columns.indexOf('reach')]))).toEqual(truth.map(({ reach }) => reach));
    const answers = JSON.parse(files.get(`${folder}/answers.json`) ?? '') as { path: string }[]; // an array is expected below
    expect(answers.filter(({ path }) => path === `${account.id}/insights`).length).toBeGreaterThan(150);
    const posts = (files.get(`${folder}/posts.csv`) ?? '').match(/\b\d{4}-\d\d-\d\dT[^,]*Z,/g) ?? [];
    expect(posts.length).toBeGreaterThanOrEqual(account.mediaCount);
  });

  it('contains no token and no other user’s data', async () => {
    const all = [...(await unpack(client)).values()].join('\n');
    const stranger = (await (await app.as(maya)).load()).user;
    const tokens = await app.db.selectFrom('meta_connection').select(['token_encrypted', 'meta_user_id']).execute();

    for (const secret of [maya, stranger._id, other.id, other.username, ...tokens.map((row) => row.token_encrypted)])
      expect(all.includes(secret), secret.slice(0, 30)).toBe(false);
  });

  it('requires a sign-in', async () => {
    expect((await fetch(`${app.url}/api/v1/user/export`)).status).toBe(401);
  });
});

describe('deleting a user', () => {
  it('requires the confirmation word', async () => {
    for (const body of [{}, { confirm: 'yes' }, { confirm: 'DELETE', userId: 'x' }]) {
      const answer = await fetch(`${app.url}/api/v1/user`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(400);
    }
    expect((await client.load()).user.email).toBe(theo);
  });

  it("deletes rows, files, streams and the token at Meta, but no other user's data", async () => {
    // Both accounts have pictures, of which one account's must be deleted.
    for (const { id } of [account, other]) await until(async () => (await listThumbnails(id)).length > 3);
    const { user } = await client.load();
    const metaUser = await app.db
      .selectFrom('meta_connection')
      .selectAll()
      .where('user_id', '=', user._id)
      .executeTakeFirst();
    const { token } = await client.call(createLiveToken, { params: { userId: user._id } });
    const stream = await fetch(`${app.url}/api/v1/sse/user/${token}`);
    const ownPictures = await listPictures(user._id);
    const [ownFiles, othersFiles] = [await listThumbnails(account.id), await listThumbnails(other.id)];
    const { media_thumbnail: _, ...othersRows } = await rowsNaming(other.id);
    expect(JSON.stringify(await app.control<unknown>('ledger'))).not.toContain('DELETE');
    expect(ownFiles).not.toEqual([]);
    expect(ownPictures).not.toEqual([]);

    await client.call(deleteUser, { body: { confirm: 'DELETE' } });

    expect(await toText(stream)).toContain('sse-expired');
    expect((await fetch(`${app.url}/api/v1/sse/user/${token}`)).status).toBe(401);
    await until(async () => Object.keys(await rowsNaming(account.id)).length === 0);
    for (const id of [user._id, theo, metaUser?.meta_user_id ?? 'none', account.id, path.basename(picture)])
      expect(await rowsNaming(id), id).toEqual(id === user._id ? { audit_entry: expect.any(Number) } : {});
    expect((await filesWith('picture')).filter((file) => ownPictures.includes(file))).toEqual([]);
    const left = await filesWith('thumbnail');
    expect(left.filter((file) => ownFiles.includes(file))).toEqual([]);
    expect(left).toEqual(expect.arrayContaining(othersFiles));
    expect(JSON.stringify(await app.control<unknown>('ledger'))).toContain('DELETE');
    expect(await rowsNaming(other.id)).toMatchObject(othersRows);
  });

  it('rejects earlier tokens, even after a repeated deletion', async () => {
    await expect(client.call(deleteUser, { body: { confirm: 'DELETE' } })).rejects.toMatchObject({
      status: 403,
      code: 'user_deleted',
    });
    await expect(client.call(listAccounts, {})).rejects.toMatchObject({ status: 403 });
    expect(await rowsNaming(theo)).toEqual({});
  });

  it('creates a new user without history at the next sign-in', async () => {
    await sleep(1_100); // tokens have a resolution of one second
    const again = await app.as(theo);

    const { user } = await again.load();

    expect(user).toMatchObject({ name: 'Theo Okafor', accountRefs: [], subscription: { status: 'free' } });
  });

  it('retains accounts linked by other users or unlinked less than 30 days ago', async () => {
    const [owner, friend] = [await app.withPlan(theo, 'starter'), await app.as(maya)];
    await connect(app, owner, theo);
    await owner.link(account.id);
    await untilSynced(owner, account.id);
    const { user } = await friend.load();
    // Simulates the same business account in both logins.
    await sql`insert into connection_account (user_id, account_id, username) values (${user._id}, ${account.id}, 'shared')`.execute(
      app.db,
    );
    await friend.link(account.id);
    await friend.call(unlinkAccount, { body: { accountId: account.id, type: 'instagram_account' } });

    await owner.call(deleteUser, { body: { confirm: 'DELETE' } });

    expect(await deleteOrphans(app, () => new Date())).toEqual([]);
    expect(await rowsNaming(account.id)).toMatchObject({ account: 1, account_day: expect.any(Number) });
  });
});

/** Counts rows that contain a text in every table, including the queue's. */
async function rowsNaming(text: string): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = 'public' order by 2`.execute(app.db);
  const counted: Record<string, number> = {};
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(`${schema}.${name}`)} as one where strpos(one::text, ${text}) > 0`.execute(
      app.db,
    );
    if (rows[0]?.n) counted[name] = rows[0].n;
  }
  return counted;
}

async function filesWith(start: string): Promise<string[]> {
  const entries = await readdir(path.join(app.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [], // created with the first file
  );
  return entries.filter((entry) => entry.isFile() && entry.name.startsWith(start)).map(({ name }) => name);
}

async function listThumbnails(accountId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('media_thumbnail')
    .select('file')
    .where('account_id', '=', accountId)
    .where('file', 'is not', null)
    .execute();
  return rows.flatMap(({ file }) => (file ? [file] : []));
}

async function toText(answer: Response): Promise<string> {
  return answer.text().catch(() => '');
}

async function listPictures(userId: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('picture_upload')
    .select('file')
    .where('user_id', '=', userId)
    .where('file', 'is not', null)
    .execute();
  return rows.flatMap(({ file }) => (file ? [file] : []));
}
