import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { addDays, listAccounts, queryPosts, type PostRow } from '@tidemark/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getLiveToken, listenLive } from '../../../../test/live-stream.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { startSynced, type WorldAccount } from '../../../../test/world.ts';
import { until } from '../../../../test/until.ts';

const email = 'theo@sandbox.test';

async function posts(client: TestClient, { id }: WorldAccount): Promise<PostRow[]> {
  const today = new Date().toISOString().slice(0, 10);
  const { rows } = await client.call(queryPosts, {
    body: {
      grid: { paginationModel: { page: 0, pageSize: 200 }, sortModel: [] },
      filters: {
        query: '',
        filterMode: 'published',
        isoStart: `${addDays(today, -300)}T00:00:00.000Z`,
        isoEnd: `${today}T23:59:59.999Z`,
      },
      platform: 'instagram',
      accountIds: [id],
    },
  });
  return rows;
}

const isCopy = ({ thumbnailUrl }: PostRow) => thumbnailUrl?.startsWith('/api/v1/media/') ?? false;
const hasPicture = ({ thumbnailUrl }: PostRow) => thumbnailUrl !== null;

async function readPicture(client: TestClient, { id }: WorldAccount): Promise<string> {
  const { accounts } = await client.call(listAccounts, {});
  return accounts.find(({ _id }) => _id === id)?.picture ?? '';
}

const avatarCopy = /^\/api\/v1\/files\/avatar-[0-9a-f]{32}\.webp$/;

async function listFiles(app: TestApp): Promise<string[]> {
  const entries = await readdir(path.join(app.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [], // created with the first file
  );
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('pictures of an account', () => {
  let app: TestApp;
  let client: TestClient;
  let account: WorldAccount;
  let rows: PostRow[];
  beforeAll(async () => {
    app = await startTestApp({ thumbnails: true });
    ({ client, account } = await startSynced(app, email, { plan: 'starter', account: 1 }));
    rows = await until(async () => {
      const found = await posts(client, account);
      return found.length > 0 && found.filter(hasPicture).every(isCopy) && found;
    });
  });
  afterAll(() => app.close());

  it('stores pictures as small copies that an image tag can show', async () => {
    const [row] = rows.filter(isCopy);

    const answer = await fetch(app.url + row?.thumbnailUrl);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const { width, format } = await sharp(await answer.arrayBuffer()).metadata();
    expect({ width, format }).toEqual({ width: 320, format: 'webp' });
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(app.url + row?.thumbnailUrl, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('stores each picture once, without partial files', async () => {
    const copies = await app.db.selectFrom('media_thumbnail').selectAll().execute();

    const stored = (await listFiles(app)).filter((name) => name.startsWith('thumbnail-'));
    expect(stored.sort()).toEqual(copies.map(({ file }) => file).sort());
    expect(new Set(copies.map(({ key }) => key)).size).toBe(copies.length);
  });

  it('announces a new profile picture to open pages', async () => {
    const first = await until(async () => {
      const picture = await readPicture(client, account);
      return avatarCopy.test(picture) && picture;
    });
    const stream = await listenLive(app, await getLiveToken(client));

    await app.db
      .updateTable('account')
      .set(({ eb }) => ({ data_version: eb('data_version', '+', 1), avatar_source: '/avatars/earlier.jpg' }))
      .execute();

    await stream.until(() => stream.events.some(({ type }) => type === 'user-accounts-update'));
    await stream.close();
    expect(await readPicture(client, account)).not.toBe(first);
  });

  it('serves pictures after Instagram’s URLs expire', async () => {
    const [row] = rows.filter(isCopy);
    const { media_url: theirs } = await app.db
      .selectFrom('media')
      .select('media_url')
      .where('media_id', '=', row?.id ?? '')
      .executeTakeFirstOrThrow();
    await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [{ fault: 'expired-media-urls' }] }) });

    expect((await fetch(theirs ?? '')).status).toBe(403);
    expect((await fetch(app.url + row?.thumbnailUrl)).status).toBe(200);
  });

  it('serves a small profile picture after Instagram’s URL expires', async () => {
    const address = await until(async () => {
      const picture = await readPicture(client, account);
      return avatarCopy.test(picture) && picture;
    });

    const answer = await fetch(app.url + address);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata();
    expect({ width, height, format }).toEqual({ width: 192, height: 192, format: 'webp' });
    expect((await fetch(app.url + address.replace(/[0-9a-f]{8}\.webp/, '00000000.webp'))).status).toBe(404);
  });

  it.each([
    ['without the key', (address: string) => address.split('?')[0]],
    ['with an empty key', (address: string) => address.replace(/key=.*/, 'key=')],
    ['with a wrong key', (address: string) => address.replace(/.{4}$/, 'ffff')],
    ['with the key of another account', (address: string) => address.replace(/key=\d+/, 'key=17841400000000000')],
    ['with the key of another picture', (address: string) => address.replace(/media\/\d+/, `media/${rows.at(-1)?.id}`)],
  ])('returns not found %s', async (_, spoil) => {
    const refusal = async (address: string | undefined) => {
      const answer = await fetch(app.url + address);
      const body = JSON.parse((await answer.text()).replace(answer.headers.get('x-request-id') ?? '', '')) as unknown;
      return { status: answer.status, body };
    };
    const unknown = await refusal('/api/v1/media/17900000000000000/thumbnail?key=17841400000000000.0123');

    const answer = await refusal(spoil(rows.find(isCopy)?.thumbnailUrl ?? ''));

    expect(answer).toEqual(unknown);
    expect(answer.status).toBe(404);
  });
});

describe('picture with a rejected URL', () => {
  let app: TestApp;
  let client: TestClient;
  let account: WorldAccount;
  let now = new Date();
  beforeAll(async () => {
    app = await startTestApp({ thumbnails: true, clock: () => now });
    await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [{ fault: 'expired-media-urls' }] }) });
    ({ client, account } = await startSynced(app, email, { plan: 'starter', account: 1 }));
  });
  afterAll(() => app.close());
  const tries = async () => {
    const rows = await app.db.selectFrom('media_thumbnail').select(['failures', 'file']).execute();
    return rows.map(({ failures, file }) => (file ? 'copied' : failures));
  };
  const untilChecked = (version: number) =>
    until(async () => {
      const turn = await app.db.selectFrom('thumbnail_queue').select('checked_version').executeTakeFirst();
      return turn?.checked_version === version;
    });

  it('shows Instagram’s own URL meanwhile and tries it only once', async () => {
    const { data_version: version } = await app.db
      .selectFrom('account')
      .select('data_version')
      .executeTakeFirstOrThrow();
    await untilChecked(version);

    expect(new Set(await tries())).toEqual(new Set([1]));
    expect((await posts(client, account)).some(isCopy)).toBe(false);
  });

  it('shows Instagram’s own profile picture until a sync gets a working URL', async () => {
    expect(await readPicture(client, account)).toContain(`/avatars/${account.id}.jpg?`);
  });

  it('retries a rejected URL only after a new sync and a delay', async () => {
    await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [] }) });
    now = new Date(now.getTime() + 3_600_000);
    await app.db.updateTable('account').set({ data_version: 900_000 }).execute();
    await untilChecked(900_000);
    expect(new Set(await tries())).toEqual(new Set([1]));
    const readAvatar = () => app.db.selectFrom('account').select('avatar_file').executeTakeFirstOrThrow();
    const first = await readAvatar();
    expect(first.avatar_file).toMatch(/^avatar-/);

    await app.db
      .updateTable('media')
      .set({ observed_at: new Date(now.getTime() + 1000) })
      .execute();
    // The second run copies the profile picture again, because the first copied another picture.
    await app.db.updateTable('account').set({ data_version: 900_001, avatar_source: '/avatars/earlier.jpg' }).execute();

    const copied = await until(async () => {
      const found = await tries();
      return found.every((state) => state === 'copied') && found;
    });
    expect(copied.length).toBeGreaterThan(5);
    const second = await readAvatar();
    expect(second.avatar_file).toMatch(/^avatar-/);
    expect(second).not.toEqual(first);
    expect(await listFiles(app)).toEqual(expect.arrayContaining([first.avatar_file, second.avatar_file]));
  });
});
