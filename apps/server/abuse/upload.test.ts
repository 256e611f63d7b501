import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { ask, type Answer } from './ask.ts';
import { newcomer } from './people.ts';

const limit = 5 * 1024 * 1024;
const { api, origin } = inject('program');

function send(
  token: string,
  bytes: Uint8Array<ArrayBuffer>,
  { name = 'a.png', type = 'image/png', field = 'profileImage', mayFail = false } = {},
) {
  const form = new FormData();
  form.append(field, new Blob([bytes], { type }), name);
  return ask({ token, ask: 'POST /user/profile/upload-image', body: form, mayFail });
}

const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
const text = (content: string) => own(Buffer.from(content));
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#407' }, limitInputPixels: false });
const small = own(await picture(20, 20).png().toBuffer());

function chunk(type: string, data: Buffer): Buffer {
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(data, crc32(Buffer.from(type))));
  return Buffer.concat([length, Buffer.from(type), data, check]);
}

function pngWithChunks(count: number): Uint8Array<ArrayBuffer> {
  const [before, after] = [small.slice(0, 33), small.slice(33)];
  return own(
    Buffer.concat([before, ...Array.from({ length: count }, () => chunk('tEXt', Buffer.from('a\0b'))), after]),
  );
}

function emptyPng(side: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side + 1) * side), { level: 9 });
  return own(
    Buffer.concat([small.slice(0, 8), chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]),
  );
}

const bomb = emptyPng(12_000);
const files: [number, string, Uint8Array<ArrayBuffer>][] = [
  [61, 'an SVG with a script', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  [61, 'HTML', text('<!doctype html><script>alert(1)</script>')],
  [61, 'a PDF', text('%PDF-1.7\n1 0 obj <<>> endobj')],
  [61, 'an AVIF', own(await picture(20, 20).avif().toBuffer())],
  [61, 'a GIF', own(await picture(20, 20).gif().toBuffer())],
  [61, 'an icon', own(Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0]))],
  [64, '12,000 times 12,000 pixels', bomb],
  [
    65,
    '55 bytes of ASF',
    own(Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(39)])),
  ],
  [65, 'a ZIP bomb', own(Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(Buffer.alloc(50_000_000))]))],
  [65, 'a PNG cut short', small.slice(0, 60)],
  [65, 'the head of a PNG', small.slice(0, 33)],
  [65, 'the head of a JPEG and noise', own(Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(5_000)]))],
  [
    65,
    'the head of a WebP and noise',
    own(Buffer.concat([Buffer.from('RIFF\u00ff\u00ff\u00ff\u007fWEBPVP8L', 'latin1'), randomBytes(500)])),
  ],
  [65, 'nothing', own(Buffer.alloc(0))],
];

describe('an upload that is not an image', () => {
  it.each(files)('%i: is rejected: %s', async (_, what, bytes) => {
    const answer = await send(await newcomer('uploads'), bytes);

    expect(answer.status, what).toBe(400);
    expect(answer.code).toBe('image_invalid');
  });

  it('65: gets a response even with a hundred thousand parts', async () => {
    const answer = await send(await newcomer('uploads'), pngWithChunks(100_000));

    expect([200, 400]).toContain(answer.status);
  });

  it('64: does not delay other users when sent twenty-five times concurrently', async () => {
    const senders = await Promise.all(Array.from({ length: 25 }, (_, index) => newcomer(`bomber-${index}`)));
    let isOver = false;
    const sent = Promise.all(senders.map((token) => send(token, bomb, { mayFail: true }))).finally(
      () => (isOver = true),
    );
    const others = [];
    do others.push(await ask({ as: 'maya', ask: 'GET /account/list', mayFail: true }));
    while (!isOver);

    // A busy machine may ask others to wait, but uploads never keep them out.
    expect(others.filter(({ status }) => status === 200).length).toBeGreaterThan(others.length / 2);
    const failed = [...others, ...(await sent)].filter(({ status, code }) => status >= 500 && code !== 'overloaded');
    expect(failed).toEqual([]);
    expect((await sent).filter(({ status }) => status === 200)).toEqual([]);
  });
});

describe('the size of an upload', () => {
  const padded = (size: number) => own(Buffer.concat([small, Buffer.alloc(size - small.length)]));

  it.each([
    [limit + 1, 413],
    [limit, 413],
    [limit - 1, 200],
  ])('63: of %i bytes returns %i', async (size, status) => {
    expect((await send(await newcomer('sizes'), padded(size))).status).toBe(status);
  });

  it('63: is checked before an endless body is read', async () => {
    const token = await newcomer('sizes');
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await setImmediate(); // otherwise this loop would block the response
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const status = await fetch(`${api}/user/profile/upload-image`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: endless,
      duplex: 'half',
    } as RequestInit).then(
      (answer) => answer.status,
      () => 413,
    );

    expect(status).toBe(413);
    expect(sent).toBeLessThan(limit * 4);
  });
});

describe('an upload form', () => {
  it.each<[string, number]>([
    ['../../../x.png', 200],
    ['a\\..\\b.png', 200],
    ['con', 200],
    ['x'.repeat(4_000), 200],
    ['a".png\r\nx: y', 200],
  ])('68: may name its file %j, which is never used', async (name, status) => {
    const answer = await send(await newcomer('names'), small, { name });

    expect(answer.status).toBe(status);
    expect(toAddress(answer)).toMatch(/^\/api\/v1\/files\/picture-[0-9a-f]{32}\.webp$/);
  });

  it.each([
    ['another field', { field: 'file' }],
    ['the prototype as its field', { field: '__proto__' }],
  ])('69: is rejected with %s', async (_, form) => {
    expect((await send(await newcomer('names'), small, form)).status).toBe(400);
  });

  it('69: must be valid multipart data', async () => {
    const token = await newcomer('names');
    const raw = (type: string, body: string) =>
      ask({ token, ask: 'POST /user/profile/upload-image', headers: { 'content-type': type }, body });

    expect((await raw('multipart/form-data', 'x')).status).toBe(400);
    expect((await raw(`multipart/form-data; boundary=${'x'.repeat(5_000)}`, 'x')).status).toBe(400);
    expect((await raw('application/json', '{}')).status).toBe(415);
    expect((await raw('image/png', 'x')).status).toBe(415);
  });
});

describe('a stored picture', () => {
  it('67: contains pixels without metadata', async () => {
    const camera = await picture(60, 60)
      .withExif({ IFD0: { Copyright: 'me', Artist: 'secret-artist' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    const answer = await send(await newcomer('cameras'), own(camera));

    const stored = await fetch(origin + toAddress(answer));
    const bytes = Buffer.from(await stored.arrayBuffer());

    expect(stored.headers.get('content-type')).toBe('image/webp');
    expect(stored.headers.get('content-security-policy')).toContain('sandbox');
    expect(stored.headers.get('x-content-type-options')).toBe('nosniff');
    expect(bytes.includes('secret-artist')).toBe(false);
    expect(await sharp(bytes).metadata()).not.toHaveProperty('exif');
  });

  it.each([
    '../secrets.json',
    '..%2f..%2fsecrets.json',
    'picture-0.webp',
    'picture-' + '0'.repeat(32) + '.webp',
    '%00',
    'picture-' + '0'.repeat(32) + '.webp%00',
  ])('68, 70: is found only by its exact name: %s', async (name) => {
    expect([400, 404]).toContain((await ask({ ask: `GET /files/${name}` })).status);
  });

  it('70: can be uploaded thirty times per hour at most', async () => {
    const token = await newcomer('eager');
    const statuses: number[] = [];
    for (let sent = 0; sent < 31; sent += 1) statuses.push((await send(token, small)).status);

    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
    expect(statuses[30]).toBe(429);
  });
});

function toAddress(answer: Answer): string {
  return z.object({ imageUrl: z.string() }).parse(answer.json).imageUrl;
}
