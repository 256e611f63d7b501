import { createServer, type RequestListener } from 'node:http';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { updateProfile } from '@tidemark/contract';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { runWork } from '../../../test/run-work.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestClient, type TestClient } from '../../../test/test-client.ts';
import { until } from '../../../test/until.ts';
import { createFileStore } from '../../platform/files/file-store.ts';
import { createLog } from '../../platform/log/log.ts';
import { pictureWork } from './copy-provider-pictures.ts';

const minute = 60_000;
const copied = /^\/api\/v1\/files\/picture-[0-9a-f]{32}\.webp$/;
const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2f6f8f' } })
  .jpeg()
  .toBuffer();

let app: TestApp;
let moved = 0;
let people = 0;
const clock = () => new Date(Date.now() + moved);
const log = createLog({ level: 'silent' });
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => (app = await startTestApp({ work: false })));
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});
afterAll(() => app.close());

/** Starts a picture server that records the requested paths. */
async function servePictures(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { asked, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` };
}

async function signUp(picture: string): Promise<TestClient> {
  const { accessToken } = await app.control<{ accessToken: string }>('tokens', {
    method: 'POST',
    body: JSON.stringify({
      email: 'theo@sandbox.test',
      overrides: { claims: { sub: `pictured-${(people += 1)}`, name: 'Theo', picture } },
    }),
  });
  const client = createTestClient(app.url, accessToken);
  expect((await client.load()).user.picture).toBeNull();
  return client;
}

function startCopies(origin: string, published: string[] = []) {
  const stopping = new AbortController();
  const done = runWork(
    pictureWork,
    {
      db: app.db,
      files: createFileStore(path.join(app.dataDir, 'files')),
      clock,
      log,
      config: { thumbnailsPerSecond: 5, oidc: { issuer: origin } },
      publishUser: async (userId) => void published.push(userId),
    },
    stopping,
  );
  const stop = async () => {
    stopping.abort();
    await done;
  };
  stops.push(stop);
  return { done, stop };
}

const readPicture = async (client: TestClient) => (await client.load()).user.picture;
const untilCopied = (client: TestClient) => until(async () => copied.test((await readPicture(client)) ?? ''));
const isSettled = async (client: TestClient) => {
  const { user } = await client.load();
  const row = await app.db
    .selectFrom('app_user')
    .select('picture')
    .where('user_id', '=', user._id)
    .executeTakeFirstOrThrow();
  return !row.picture?.startsWith('http');
};

async function countFiles(): Promise<number> {
  const entries = await readdir(path.join(app.dataDir, 'files'), { recursive: true }).catch(() => []);
  return entries.filter((name) => name.endsWith('.webp')).length;
}

it("serves a small copy of the provider's picture, and updates the user's open pages", async () => {
  const { url, asked } = await servePictures((_, response) => response.end(jpeg));
  const client = await signUp(`${url}/theo.jpg`);
  const published: string[] = [];

  startCopies(url, published);
  await untilCopied(client);

  const answer = await fetch(app.url + (await readPicture(client)));
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 512, height: 512, format: 'webp' });
  expect(asked).toEqual(['/theo.jpg']);
  await until(() => published.length > 0);
  expect(published).toEqual([(await client.load()).user._id]);
});

it('requests each picture once when several workers copy', async () => {
  const { url, asked } = await servePictures((_, response) => response.end(jpeg));
  const paths = Array.from({ length: 12 }, (_, index) => `/${index}.jpg`);
  const clients = await Promise.all(paths.map((picture) => signUp(url + picture)));

  for (let worker = 0; worker < 6; worker += 1) startCopies(url);
  for (const client of clients) await untilCopied(client);

  expect(asked.toSorted()).toEqual(paths.toSorted());
});

it('tries an unreachable provider five times with growing pauses, then shows no picture', async () => {
  const { url, asked } = await servePictures((_, response) => response.writeHead(503).end());
  const client = await signUp(`${url}/theo.jpg`);

  const attempt = async () => {
    const before = asked.length;
    await startCopies(url).done;
    expect(asked.length).toBe(before + 1);
  };

  await attempt();
  for (const pause of [5, 10, 20, 40]) {
    moved += pause * minute - 30_000;
    await startCopies(url).done;
    moved += 30_000;
    await attempt();
  }

  expect(asked).toHaveLength(5);
  await until(() => isSettled(client));
  expect(await readPicture(client)).toBeNull();
});

it.each([
  ['that the provider no longer has', 404, 'Not found'],
  ['that is a page', 200, '<html>'],
  ['that cannot be decoded', 200, Buffer.concat([jpeg.subarray(0, 40), Buffer.alloc(400)])],
])('shows no picture for one %s, without retrying', async (_, status, body) => {
  const { url, asked } = await servePictures((_request, response) => response.writeHead(status).end(body));
  const client = await signUp(`${url}/theo.jpg`);

  startCopies(url);
  await until(() => isSettled(client));

  expect(await readPicture(client)).toBeNull();
  expect(asked).toHaveLength(1);
});

it('copies a picture later if a worker stops while it loads', async () => {
  const held = Promise.withResolvers<void>();
  const { url, asked } = await servePictures((_, response) => void held.promise.then(() => response.end(jpeg)));
  const client = await signUp(`${url}/theo.jpg`);
  const before = await countFiles();
  const { stop } = startCopies(url);
  await until(() => asked.length === 1);
  await stop();
  expect(await isSettled(client)).toBe(false);

  held.resolve();
  moved += 5 * minute;
  startCopies(url);
  await untilCopied(client);

  expect((await countFiles()) - before).toBe(1);
});

it('keeps a picture the user chose while the provider’s was loading', async () => {
  const held = Promise.withResolvers<void>();
  const { url, asked } = await servePictures((_, response) => void held.promise.then(() => response.end(jpeg)));
  const client = await signUp(`${url}/theo.jpg`);
  const { stop } = startCopies(url);
  await until(() => asked.length === 1);
  const form = new FormData();
  form.append('profileImage', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'me.jpg');
  const answer = await fetch(`${app.url}/api/v1/user/profile/upload-image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}` },
    body: form,
  });
  const { imageUrl } = (await answer.json()) as { imageUrl: string }; // of the contract
  await client.call(updateProfile, { body: { picture: imageUrl } });
  const before = await countFiles();

  held.resolve();
  await until(async () => {
    const rows = await app.db.selectFrom('picture_upload').select('file').where('file', 'is', null).execute();
    return rows.length > 0;
  });
  await stop();

  expect(await readPicture(client)).toBe(imageUrl);
  expect(await countFiles()).toBe(before);
});
