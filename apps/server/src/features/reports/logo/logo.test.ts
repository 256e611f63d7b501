import { crc32, deflateSync, inflateSync } from 'node:zlib';
import {
  changeReport,
  createReport,
  deleteReportLogo,
  getReportLogo,
  openShare,
  type OwnReportChoice,
  renderReport,
  reportLogoBytes,
  reportLogoField,
  setReportColor,
  uploadReportLogo,
} from '@tidemark/contract';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { share } from '../../../../test/shared-page.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { startReporting } from '../reports.fixtures.ts';

let reporting: Awaited<ReturnType<typeof startReporting>>;
let stranger: TestClient;
let small: OwnReportChoice;

beforeAll(async () => {
  reporting = await startReporting();
  stranger = await reporting.app.as('theo@sandbox.test');
  small = { ...reporting.choice, sections: [{ kind: 'metrics', comment: '' }], showsLogo: true };
});
afterEach(() => reporting.client.call(deleteReportLogo, {}));
afterAll(() => reporting.app.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 64, g: 0, b: 112, alpha: 0.5 } } });

interface Uploaded {
  status: number;
  code: string | null;
}

async function upload(bytes: Buffer, { client = reporting.client, field = reportLogoField } = {}): Promise<Uploaded> {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), '../logo.png');
  const answer = await fetch(`${reporting.app.url}/api/v1${uploadReportLogo.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}` },
    body: form,
  });
  const body = (await answer.json()) as { error?: { code?: string } }; // of a failure
  return { status: answer.status, code: body.error?.code ?? null };
}

async function readLogo(client = reporting.client): Promise<Buffer | null> {
  const { logo } = await client.call(getReportLogo, {});
  return logo === null ? null : Buffer.from(logo.replace('data:image/png;base64,', ''), 'base64');
}

async function renderWith(choice: OwnReportChoice): Promise<number> {
  const answer = await reporting.load(renderReport.path, { body: choice });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer())
    .toString('latin1')
    .split('/Subtype /Image').length;
}

it('stores a logo as a PNG with bounded size, replaces it, and deletes it', async () => {
  const before = await readLogo();
  await upload(await picture(3_000, 900).png().toBuffer());
  const first = await readLogo();
  await upload(await picture(100, 400).flatten().jpeg().toBuffer());
  const second = await readLogo();
  await reporting.client.call(deleteReportLogo, {});

  expect(before).toBeNull();
  expect(await sharp(first ?? undefined).metadata()).toMatchObject({ format: 'png', width: 480, height: 144 });
  expect(await sharp(second ?? undefined).metadata()).toMatchObject({ format: 'png', width: 50, height: 200 });
  expect(await readLogo()).toBeNull();
});

it('shows the logo in a document only if its report shows it', async () => {
  await upload(await picture(300, 100).png().toBuffer());
  const withLogo = await renderWith(small);
  const withoutLogo = await renderWith({ ...small, showsLogo: false });
  await reporting.client.call(deleteReportLogo, {});

  expect(withLogo).toBe(withoutLogo + 1);
  expect(await renderWith(small)).toBe(withoutLogo);
});

const color = '#1d4ed8';
const paint = [0x1d, 0x4e, 0xd8].map((part) => part / 255).join(' ');

/** Returns the operators that draw a document. */
async function readDrawing(choice: OwnReportChoice): Promise<string> {
  const answer = await reporting.load(renderReport.path, { body: choice });
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  const streams = [...text.matchAll(/stream\n(.*?)\nendstream/gs)];
  return streams
    .flatMap(([, data = '']) => {
      try {
        return [inflateSync(Buffer.from(data, 'latin1')).toString('latin1')];
      } catch {
        return [];
      }
    })
    .join('\n');
}

it('draws a band in the color on every document, beside a logo or without one', async () => {
  const before = await reporting.client.call(getReportLogo, {});
  await reporting.client.call(setReportColor, { body: { color: color.toUpperCase() } });
  await upload(await picture(300, 100).png().toBuffer());
  const both = await reporting.client.call(getReportLogo, {});
  await reporting.client.call(deleteReportLogo, {});

  expect(before).toEqual({ logo: null, color: null });
  expect(both).toEqual({ logo: expect.stringMatching(/^data:/), color });
  expect(await reporting.client.call(getReportLogo, {})).toEqual({ logo: null, color });
  expect((await readDrawing(small)).includes(paint)).toBe(true);
  expect(await reporting.client.call(setReportColor, { body: { color: null } })).toEqual({ color: null });
  expect((await readDrawing(small)).includes(paint)).toBe(false);
  expect((await stranger.call(getReportLogo, {})).color).toBeNull();
});

it.each(['#fff', 'red', '#1d4ed8;', 'url(//evil.example)'])(
  'refuses the color %s, and names the field',
  async (bad) => {
    await expect(reporting.client.call(setReportColor, { body: { color: bad } })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('body.color: must be a color as six hexadecimal digits'),
    });
  },
);

it('remembers whether a report shows the logo; older reports do not', async () => {
  const { showsLogo: _, ...old } = small;
  const saved = await reporting.client.call(createReport, { body: old });
  const changed = await reporting.client.call(changeReport, { params: { id: saved.id }, body: small });

  expect([saved.choice.showsLogo, changed.choice.showsLogo]).toEqual([false, true]);
});

function chunk(type: string, data: Buffer): Buffer {
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(data, crc32(Buffer.from(type))));
  return Buffer.concat([length, Buffer.from(type), data, check]);
}

function toBomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side + 1) * side), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

it.each<[string, () => Buffer | Promise<Buffer>]>([
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  [
    'an SVG behind the signature of a PNG',
    async () => Buffer.concat([toBomb(1).subarray(0, 8), Buffer.from('<svg/>')]),
  ],
  ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj')],
  ['a WebP', () => picture(20, 20).webp().toBuffer()],
  ['a GIF', () => picture(20, 20).gif().toBuffer()],
  ['8,000 times 8,000 pixels', () => toBomb(8_000)],
  ['a PNG cut short', async () => (await picture(200, 200).png().toBuffer()).subarray(0, 80)],
  ['nothing', () => Buffer.alloc(0)],
])('173: %s is not accepted as a logo', async (_, make) => {
  const bytes = await make();

  const answer = await upload(bytes);

  expect(bytes.length).toBeLessThan(reportLogoBytes);
  expect(answer).toEqual({ status: 400, code: 'logo_invalid' });
  expect(await readLogo()).toBeNull();
});

it('173: only the pixels of a file are kept', async () => {
  const camera = await picture(60, 60)
    .flatten()
    .withExif({ IFD0: { Artist: 'secret-artist' } })
    .jpeg()
    .toBuffer();

  await upload(Buffer.concat([camera, Buffer.from('<script>alert(1)</script>')]));

  const stored = await readLogo();
  expect(stored?.toString('latin1')).not.toMatch(/secret-artist|<script>/);
  expect(await sharp(stored ?? undefined).metadata()).not.toHaveProperty('exif');
});

it('173: a logo has at most 1 MB, in its own field', async () => {
  const logo = await picture(20, 20).png().toBuffer();
  const padded = (size: number) => Buffer.concat([logo, Buffer.alloc(size - logo.length)]);

  expect((await upload(padded(reportLogoBytes))).status).toBe(200);
  expect(await upload(padded(reportLogoBytes + 1))).toEqual({ status: 413, code: 'logo_too_large' });
  expect((await upload(logo, { field: 'picture' })).status).toBe(400);
});

it("174: a logo appears only on its owner's reports, and on no shared page", async () => {
  await upload(await picture(300, 100).png().toBuffer());
  const { showsLogo: _, ...shared } = small;
  const link = await share(reporting.client, shared);
  const token = new URL(link.url ?? '').pathname.split('/').at(-1) ?? '';
  await stranger.call(deleteReportLogo, {});

  const opened = await reporting.client.call(openShare, { body: { token, passcode: null } });

  expect(await readLogo(stranger)).toBeNull();
  expect(await readLogo()).not.toBeNull();
  expect(opened.state).toBe('open');
  expect(JSON.stringify(opened)).not.toMatch(/logo|data:image/i);
  const choice = { ...shared, showsLogo: true };
  await expect(share(reporting.client, choice)).rejects.toMatchObject({ status: 400 });
});
