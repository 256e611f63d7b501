import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ work: false });
});
afterAll(() => app.close());

/** Sends a request with the beginning of its body, and a byte a second. Returns the seconds until it is ended, and the answer. */
async function dripBody(path: string, headers: string[] = []): Promise<{ seconds: number; answer: string }> {
  const { hostname, port } = new URL(app.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const began = performance.now();
  const head = [`POST ${path} HTTP/1.1`, `host: ${hostname}`, 'content-type: application/json', ...headers];
  socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  const timer = setInterval(() => socket.write(' '), 1_000);
  let answer = '';
  socket.on('data', (part: Buffer) => (answer += part.toString())).on('error', () => undefined);
  await new Promise((done) => socket.once('close', done));
  clearInterval(timer);
  return { seconds: (performance.now() - began) / 1000, answer };
}

describe.concurrent('request without a complete body', () => {
  it('ends after 15 seconds', async () => {
    const { seconds, answer } = await dripBody('/api/v1/share/open', ['content-length: 1000']);

    expect(answer).not.toContain('500');
    expect(seconds).toBeGreaterThan(14);
    expect(seconds).toBeLessThan(20);
  });

  it('ends soon after its response', async () => {
    const { seconds, answer } = await dripBody('/api/v1/user/load', ['content-length: 1000000']);

    expect(answer).toContain('401 Unauthorized');
    expect(seconds).toBeLessThan(10);
  });
});
