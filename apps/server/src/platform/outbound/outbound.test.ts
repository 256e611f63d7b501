import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from './addresses.ts';
import { createOutbound, type Outbound } from './outbound.ts';

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2_000, 1)]);
const open: (Server | Outbound)[] = [];
afterEach(async () => {
  for (const item of open.splice(0)) {
    if ('closeAllConnections' in item) item.closeAllConnections();
    await item.close();
  }
});

/** Starts a local server under made-up names; records the requests it receives. */
async function serve(answer: RequestListener) {
  const requests: { url: string; headers: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(server);
  const address = server.address();
  return { requests, port: typeof address === 'object' && address ? address.port : 0 };
}

function outboundTo(origins: string[], options: Partial<Parameters<typeof createOutbound>[0]> = {}) {
  const resolved: string[] = [];
  const outbound = createOutbound({
    origins,
    resolve: async (host) => {
      resolved.push(host);
      return [{ address: '127.0.0.1', family: 4 }];
    },
    ...options,
  });
  open.push(outbound);
  return { ...outbound, resolved };
}

describe('an external picture', () => {
  it('is fetched from a configured origin without identifying us', async () => {
    const { port, requests } = await serve((_, response) => void response.end(jpeg));
    const outbound = outboundTo([`http://pictures.test:${port}`]);

    const bytes = await outbound.fetchPicture(`http://pictures.test:${port}/a.jpg?oe=1`);

    expect(bytes.equals(jpeg)).toBe(true);
    expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual(['accept', 'connection', 'host']);
    expect(outbound.resolved).toEqual(['pictures.test']);
  });

  it.each([
    'http://127.0.0.1/',
    'http://localhost./',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://169.254.169.254/latest/meta-data',
    'https://cdn.test.evil.test/',
    'https://evilcdn.test/',
    'https://cdn.test/',
    'https://a.cdn.test./',
    'https://a.cdn.test:444/',
    'http://a.cdn.test/',
    'https://a.cdn.test@evil.test/',
    'https://user:password@a.cdn.test/',
    'file:///etc/passwd',
    'javascript:1',
    '//a.cdn.test/',
    'not an address',
  ])('is never fetched from %s', async (address) => {
    const outbound = outboundTo(['https://*.cdn.test']);

    await expect(outbound.fetchPicture(address)).rejects.toMatchObject({ problem: 'forbidden' });

    expect(outbound.resolved).toEqual([]);
  });

  it.each([
    'http://pictures.example/a.jpg',
    'https://pictures.example:8443/a.jpg',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://0x7f.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://user:password@pictures.example/',
  ])('is not fetched from %s when every public origin is allowed', async (address) => {
    const outbound = outboundTo([], { allowsPublic: true });

    await expect(outbound.fetchPicture(address)).rejects.toMatchObject({ problem: 'forbidden' });

    expect(outbound.resolved).toEqual([]);
  });

  it('is not fetched from a name that resolves to an internal address when every public origin is allowed', async () => {
    const outbound = outboundTo([], { allowsPublic: true });

    await expect(outbound.fetchPicture('https://pictures.example/a.jpg')).rejects.toMatchObject({
      problem: 'forbidden',
    });

    expect(outbound.resolved).toEqual(['pictures.example']);
  });

  it('is not fetched from a wildcard name that also resolves to an internal address', async () => {
    const { port, requests } = await serve((_, response) => void response.end(jpeg));
    const outbound = outboundTo([`http://*.cdn.test:${port}`], {
      resolve: async () => [
        { address: '198.51.100.7', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    });

    await expect(outbound.fetchPicture(`http://a.cdn.test:${port}/`)).rejects.toMatchObject({ problem: 'forbidden' });

    expect(requests).toEqual([]);
  });

  it('follows only allowed redirects', async () => {
    const inside = await serve((_, response) => void response.end(jpeg));
    const { port } = await serve((request, response) => {
      const target = request.url === '/good' ? '/picture' : `http://127.0.0.1:${inside.port}/`;
      if (request.url === '/picture') return void response.end(jpeg);
      response.writeHead(302, { location: request.url === '/loop' ? '/loop' : target }).end();
    });
    const outbound = outboundTo([`http://pictures.test:${port}`]);

    expect(await outbound.fetchPicture(`http://pictures.test:${port}/good`)).toHaveLength(jpeg.length);
    await expect(outbound.fetchPicture(`http://pictures.test:${port}/bad`)).rejects.toMatchObject({
      problem: 'forbidden',
    });
    await expect(outbound.fetchPicture(`http://pictures.test:${port}/loop`)).rejects.toMatchObject({
      problem: 'refused',
    });
    expect(inside.requests).toEqual([]);
  });

  it.each([
    ['that is not there any more', 403, 'URL signature expired', 'refused'],
    ['of a server with a fault', 502, 'Bad gateway', 'unreachable'],
    ['that is a page', 200, '<html>', 'unusable'],
    ['that is a drawing with a script in it', 200, '<svg onload="alert(1)"/>', 'unusable'],
  ])('rejects a picture %s', async (_, status, body, problem) => {
    const { port } = await serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'image/jpeg' }).end(body);
    });
    const outbound = outboundTo([`http://pictures.test:${port}`]);

    await expect(outbound.fetchPicture(`http://pictures.test:${port}/`)).rejects.toMatchObject({ problem });
  });

  it('is truncated if it never ends', async () => {
    let sent = 0;
    const { port } = await serve((_, response) => {
      response.write(jpeg);
      const more = () => {
        if (response.destroyed) return;
        sent += 262_144;
        response.write(Buffer.alloc(262_144), () => setImmediate(more));
      };
      more();
    });
    const outbound = outboundTo([`http://pictures.test:${port}`]);

    await expect(outbound.fetchPicture(`http://pictures.test:${port}/`)).rejects.toMatchObject({ problem: 'unusable' });

    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });

  it('times out when it arrives too slowly', async () => {
    const { port } = await serve((_, response) => {
      const drip = setInterval(() => response.write(Buffer.from([0xff])), 50);
      response.once('close', () => clearInterval(drip));
    });
    const outbound = outboundTo([`http://pictures.test:${port}`], { totalTimeout: 400 });
    const startedAt = Date.now();

    await expect(outbound.fetchPicture(`http://pictures.test:${port}/`)).rejects.toMatchObject({
      problem: 'unreachable',
    });

    expect(Date.now() - startedAt).toBeLessThan(2_000);
  });
});

it.each([
  ['93.184.215.14', true],
  ['2606:4700::1111', true],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['127.8.8.8', false],
  ['169.254.169.254', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['198.18.0.1', false],
  ['::1', false],
  ['::', false],
  ['::7f00:1', false],
  ['::ffff:93.184.215.14', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['fe80::1', false],
  ['fec0::1', false],
  ['fd00::1', false],
  ['ff02::1', false],
  ['not an address', false],
])('classifies %s as a public address: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
