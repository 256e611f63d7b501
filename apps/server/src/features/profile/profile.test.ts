import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { updateProfile } from '@tidemark/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { sweep } from './jobs.ts';
import { createFileStore } from '../../platform/files/file-store.ts';

let app: TestApp;
let moved = 0;
const clock = () => new Date(Date.now() + moved);
beforeAll(async () => (app = await startTestApp({ work: false, clock })));
afterAll(() => app.close());

const theo = 'theo@sandbox.test';

function picture({ width = 800, height = 600, color = '#2f6f8f' } = {}) {
  return sharp({ create: { width, height, channels: 3, background: color } });
}

interface Sent {
  name?: string;
  type?: string;
  field?: string;
}

function toForm(bytes: Uint8Array, { name = 'me.png', type = 'image/png', field = 'profileImage' }: Sent = {}) {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
}

async function upload({ token }: TestClient, body: FormData | string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.url}/api/v1/user/profile/upload-image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
  });
  const given = (await answer.json()) as { imageUrl: string; message: string; error: { code: string } }; // asserted below
  return { status: answer.status, ...given };
}

async function uploaded(client: TestClient, color?: string): Promise<string> {
  const { status, imageUrl } = await upload(client, toForm(await picture({ color }).png().toBuffer()));
  expect(status).toBe(200);
  return imageUrl;
}

async function listFiles(): Promise<string[]> {
  const entries = await readdir(path.join(app.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('user name', () => {
  it('trims and saves the name, and returns it at the next load', async () => {
    const client = await app.as(theo);

    const { user } = await client.call(updateProfile, { body: { name: '  Theo O.  ' } });

    expect(user.name).toBe('Theo O.');
    expect((await client.load()).user.name).toBe('Theo O.');
  });

  it.each([
    ['blank', { name: '   ' }],
    ['of 101 letters', { name: 'x'.repeat(101) }],
    ['with a NUL in it', { name: 'The\0o' }],
    ['of two lines', { name: 'The\no' }],
    ['that is a number', { name: 17 }],
    ['that is missing with all the rest', {}],
    ['with a role beside it', { name: 'Theo', role: 'system-admin' }],
    ['with an e-mail beside it', { name: 'Theo', email: 'olu@sandbox.test' }],
  ])('rejects a name that is one %s', async (_, body) => {
    const client = await app.as(theo);
    const before = (await client.load()).user;

    const answer = await fetch(`${app.url}/api/v1/user/profile`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ success: false, error: { code: 'invalid_input' } });
    expect((await client.load()).user).toEqual(before);
  });
});

describe('profile picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('converts a %s to a WebP of at most 512 pixels', async (kind) => {
    const client = await app.as(theo);
    const bytes = await picture({ width: 3000, height: 2000 }).toFormat(kind).toBuffer();

    const { imageUrl } = await upload(client, toForm(bytes, { type: `image/${kind}` }));

    const answer = await fetch(app.url + imageUrl);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const made = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(made).toMatchObject({ format: 'webp', width: 512, height: 512 });
  });

  it('removes camera metadata', async () => {
    const client = await app.as(theo);
    const bytes = await picture()
      .withExif({ IFD0: { Copyright: 'Secret Street 7' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(bytes.includes('Secret Street 7')).toBe(true);

    const { imageUrl } = await upload(client, toForm(bytes, { type: 'image/jpeg' }));

    const made = Buffer.from(await (await fetch(app.url + imageUrl)).arrayBuffer());
    expect(made.includes('Secret Street 7')).toBe(false);
    expect((await sharp(made).metadata()).exif).toBeUndefined();
  });

  it('stores only pixels, without appended bytes', async () => {
    const client = await app.as(theo);
    const png = await picture().png().toBuffer();
    const polyglot = Buffer.concat([png, Buffer.from('<script>alert(document.domain)</script>PK\x03\x04')]);

    const { status, imageUrl } = await upload(client, toForm(polyglot));

    expect(status).toBe(200);
    const made = Buffer.from(await (await fetch(app.url + imageUrl)).arrayBuffer());
    expect(made.includes('<script>')).toBe(false);
    expect(made.includes('PK\x03\x04')).toBe(false);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  it.each([
    ['an SVG', async () => Buffer.from(svg)],
    [
      'an SVG behind the first bytes of a JPEG',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
    ],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', async () => picture().gif().toBuffer()],
    ['nothing', async () => Buffer.alloc(0)],
    ['half a picture', async () => (await picture().jpeg().toBuffer()).subarray(0, 900)],
    ['a picture of more pixels than 25 million', async () => picture({ width: 6000, height: 6000 }).png().toBuffer()],
  ])('rejects %s, regardless of the declared type', async (_, make) => {
    const client = await app.as(theo);
    const before = await listFiles();

    const { status, message, error } = await upload(client, toForm(await make(), { type: 'image/png' }));

    expect([status, error.code, message]).toEqual([400, 'image_invalid', 'Please select a valid image file']);
    expect(await listFiles()).toEqual(before);
  });

  it.each([
    ['of 5 MB', 5 * 1024 * 1024, 'image_too_large'],
    ['of 20 MB', 20 * 1024 * 1024, 'payload_too_large'],
  ])('rejects a picture %s', async (_, size, code) => {
    const client = await app.as(theo);

    const { status, error } = await upload(client, toForm(new Uint8Array(size)));

    expect([status, error.code]).toEqual([413, code]);
  });

  it.each(['../../../evil.webp', 'a\0.png', 'con', '/etc/passwd', 'x'.repeat(4000)])(
    'stores a picture under a generated name, not %s',
    async (name) => {
      const client = await app.as('cal@sandbox.test');
      const { imageUrl } = await upload(client, toForm(await picture().png().toBuffer(), { name }));

      expect(imageUrl).toMatch(/^\/api\/v1\/files\/picture-[0-9a-f]{32}\.webp$/);
      for (const file of await listFiles()) expect(file).toMatch(/^picture-[0-9a-f]{32}\.webp$/);
    },
  );

  it('requires a form with the file as its only field', async () => {
    const client = await app.as(theo);
    const png = await picture().png().toBuffer();
    const two = toForm(png);
    two.append('profileImage', new Blob([new Uint8Array(png)]), 'b.png');
    const text = new FormData();
    text.append('profileImage', 'text');

    expect(await upload(client, two)).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
    expect(await upload(client, text)).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
    expect(await upload(client, toForm(png, { field: 'role' }))).toMatchObject({ status: 400 });
    expect(await upload(client, '{}', { 'content-type': 'application/json' })).toMatchObject({ status: 415 });
    expect(await upload(client, 'x', { 'content-type': 'multipart/form-data' })).toMatchObject({ status: 400 });
  });

  it('assigns the picture to the user once the profile is saved, and deletes the previous picture', async () => {
    const client = await app.as('ines@sandbox.test');
    const first = await uploaded(client);
    await client.call(updateProfile, { body: { picture: first } });
    const second = await uploaded(client, '#aa3355');
    expect((await fetch(app.url + first)).status).toBe(200);

    const { user } = await client.call(updateProfile, { body: { picture: second } });

    expect(user.picture).toBe(second);
    expect((await client.load()).user.picture).toBe(second);
    expect((await fetch(app.url + first)).status).toBe(404);
    expect((await fetch(app.url + second)).status).toBe(200);
  });

  it('saves a picture twice concurrently', async () => {
    const client = await app.as('ines@sandbox.test');
    const address = await uploaded(client);

    const saves = await Promise.all([1, 2].map(() => client.call(updateProfile, { body: { picture: address } })));

    expect(saves.map(({ user }) => user.picture)).toEqual([address, address]);
    expect((await fetch(app.url + address)).status).toBe(200);
  });

  it('rejects another user’s picture and any other URL', async () => {
    const foreign = await uploaded(await app.as('maya@sandbox.test'));
    const client = await app.as(theo);
    const before = (await client.load()).user.picture;

    for (const address of [foreign, 'https://evil.example/pixel.png', 'javascript:alert(1)', '/api/v1/files/../health'])
      await expect(client.call(updateProfile, { body: { picture: address } })).rejects.toMatchObject({
        status: 400,
        code: 'image_invalid',
      });

    expect((await client.load()).user.picture).toBe(before);
  });

  it.each(['picture-00000000000000000000000000000000.webp', '..%2f..%2fsecrets.json', 'thumbnail-1.webp', 'x'])(
    'returns nothing under the name %s',
    async (name) => {
      const answer = await fetch(`${app.url}/api/v1/files/${name}`);

      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 'file_not_found' } });
    },
  );

  it('allows thirty uploads an hour, even concurrently', async () => {
    const client = await app.as('nadia@sandbox.test');
    const png = await picture({ width: 8, height: 8 }).png().toBuffer();

    const uploadAtOnce = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => upload(client, toForm(png))));
      return answers.map(({ status }) => status);
    };

    for (let sent = 0; sent < 25; sent += 5) expect(await uploadAtOnce(5)).not.toContain(429);
    const last = await uploadAtOnce(6);
    expect(last.filter((status) => status === 429)).toHaveLength(1);
    // A newer upload may have replaced an older one before it was complete.
    for (const status of last) expect([200, 409, 429]).toContain(status);
    moved += 3_601_000;
    expect((await upload(await app.as('nadia@sandbox.test'), toForm(png))).status).toBe(200);
  });

  it('deletes an unused upload after a day but keeps a used upload', async () => {
    const client = await app.as('edgar@sandbox.test');
    const used = await uploaded(client);
    await client.call(updateProfile, { body: { picture: used } });
    const abandoned = await uploaded(client);
    const files = createFileStore(path.join(app.dataDir, 'files'));

    await sweep({ db: app.db, files, clock });
    expect((await fetch(app.url + abandoned)).status).toBe(200);
    moved += 25 * 3_600_000;
    await sweep({ db: app.db, files, clock });

    expect((await fetch(app.url + abandoned)).status).toBe(404);
    expect((await fetch(app.url + used)).status).toBe(200);
  });
});
