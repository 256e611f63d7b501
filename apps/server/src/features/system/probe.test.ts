import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createSigner } from '../../platform/signer.ts';
import { createProbeToken, probePurpose } from './probe.ts';

const keys = (byte: number) => `test:${Buffer.alloc(32, byte).toString('base64')}`;
const encryptionKeys = keys(7);
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ work: false, encryptionKeys, environment: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => app.close());

async function probe(token: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.url}/api/v1/sse/probe/${token}`, { headers });
  return { status: answer.status, text: await answer.text() };
}

it('reports how the request arrived to callers with the encryption key', async () => {
  const token = () => createProbeToken(createSigner(encryptionKeys, probePurpose), new Date());

  const direct = await probe(token());
  const forwarded = await probe(token(), { 'x-forwarded-for': '203.0.113.9' });

  expect(direct.status).toBe(200);
  expect(direct.text).toMatch(
    /^data: {"peer":".*127\.0\.0\.1","hasForwardedFor":false,"isForwarded":false,"host":"localhost"}\n\n/,
  );
  expect(forwarded.text).toContain('"hasForwardedFor":true,"isForwarded":true');
});

it('rejects expired tokens, and tokens for other keys or purposes', async () => {
  const now = new Date();
  const signer = createSigner(encryptionKeys, probePurpose);
  const tokens = [
    createProbeToken(createSigner(keys(8), probePurpose), now),
    createProbeToken(createSigner(encryptionKeys, 'audit'), now),
    createProbeToken(signer, new Date(now.getTime() - 61_000)),
    createProbeToken(signer, new Date(now.getTime() + 600_000)),
    createProbeToken(signer, now).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    'test.1.',
  ];

  for (const token of tokens) expect((await probe(token)).status, token).toBe(400);
});
