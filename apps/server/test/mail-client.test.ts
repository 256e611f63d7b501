import { readFileSync } from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import { startSandbox, type Sandbox } from '@tidemark/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toMailConfig } from '../src/config/mail.ts';
import { createMailClient } from '../src/clients/mail/mail.ts';

const folder = path.resolve(import.meta.dirname, 'certificates');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const mail = {
  id: '00000000-0000-4000-8000-000000000000',
  date: new Date('2026-11-02T10:00:00Z'),
  to: 'reader@tidemark.test',
  subject: 'Wöchentlich\r\nBcc: spy@tidemark.test 📈',
  text: `.\r\n${'ä'.repeat(2_000)}\nend`,
  html: '<p>Grüße</p>',
  unsubscribeUrl: 'https://tidemark.test/api/v1/mail/unsubscribe/secret',
  attachments: [{ name: 'report.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7') }],
};
const begin = { onBegin: () => Promise.resolve() };
const certificates = tls.getCACertificates('default');
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appOrigins: [], mailTls: { key: read('key.pem'), cert: read('cert.pem') } });
});
afterAll(async () => {
  tls.setDefaultCACertificates(certificates);
  await sandbox.close();
});

function open({ query = '?tls=required', password = '' } = {}) {
  const address = new URL(`${sandbox.environment['SMTP_URL']}${query}`);
  if (password) address.password = password;
  address.hostname = 'localhost';
  const settings = toMailConfig({ SMTP_URL: address.href, MAIL_FROM: 'Tidemark <us@tidemark.test>' }, sandbox.url);
  if (!settings) throw new Error('There are settings');
  return createMailClient({ ...settings, password: settings.password?.reveal() ?? null });
}

async function listReceived() {
  const answer = await fetch(`${sandbox.url}/_sandbox/mail/messages`);
  return (await answer.json()) as {
    messages: { [name: string]: unknown; headers: { name: string; value: string }[] }[];
  };
}

it('rejects TLS with a server whose certificate is untrusted', async () => {
  await expect(open().send(mail, begin)).rejects.toThrow('certificate');
});

it('sends a message over STARTTLS that a strict server accepts unchanged', async () => {
  tls.setDefaultCACertificates([...certificates, read('ca.pem')]);

  await open().send(mail, begin);

  const { messages } = await listReceived();
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({
    isEncrypted: true,
    to: ['reader@tidemark.test'],
    subject: 'Wöchentlich Bcc: spy@tidemark.test 📈',
    from: '"Tidemark" <us@tidemark.test>',
    attachments: [{ name: 'report.pdf', type: 'application/pdf', bytes: 8 }],
  });
  expect(messages[0]?.headers).toEqual(
    expect.arrayContaining([
      { name: 'Message-ID', value: `<${mail.id}@tidemark.test>` },
      { name: 'Date', value: 'Mon, 02 Nov 2026 10:00:00 +0000' },
      { name: 'Auto-Submitted', value: 'auto-generated' },
      { name: 'List-Unsubscribe', value: `<${mail.unsubscribeUrl}>` },
      { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
    ]),
  );
});

it.each([
  ['dörte@tidemark.test', 'dörte@tidemark.test'],
  ['user@xn--bcher-kva.example', 'user@xn--bcher-kva.example'],
])('sends to %s', async (to, received) => {
  await open().send({ ...mail, to }, begin);

  const { messages } = await listReceived();
  expect(messages[0]).toMatchObject({ to: [received], text: expect.stringContaining('end') });
});

it('names the address a server without SMTPUTF8 cannot take, and sends to the rest', async () => {
  await fetch(`${sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rules: [{ fault: 'mail-ascii-only' }] }),
  });

  await expect(open().send({ ...mail, to: 'dörte@tidemark.test' }, begin)).rejects.toMatchObject({
    problem: 'rejected',
    message: expect.stringMatching(/does not support dörte@tidemark\.test: .* SMTPUTF8/),
  });
  await open().send({ ...mail, to: 'user@xn--bcher-kva.example' }, begin);

  await fetch(`${sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rules: [] }),
  });
});

it('sends no password to a server without the required TLS', async () => {
  const plain = await startSandbox({ port: 0, appOrigins: [] });
  const settings = toMailConfig(
    { SMTP_URL: `${plain.environment['SMTP_URL']}?tls=required`, MAIL_FROM: 'us@tidemark.test' },
    plain.url,
  );

  await expect(
    createMailClient({ ...(settings ?? expect.unreachable()), password: 'x' }).check(),
  ).rejects.toMatchObject({ problem: 'configuration' });
  await plain.close();
});

it('distinguishes a wrong password from an unreachable server', async () => {
  await expect(open({ password: 'wrong' }).check()).rejects.toMatchObject({ problem: 'configuration' });
  await expect(open().check()).resolves.toBeUndefined();
  const away = createMailClient({
    host: '127.0.0.1',
    port: 1,
    tls: 'off',
    user: null,
    password: null,
    from: { name: null, address: 'us@tidemark.test' },
    clientName: 'localhost',
  });
  await expect(away.send(mail, begin)).rejects.toMatchObject({ problem: 'temporary' });
});

it('sends nothing of a message whose beginning is rejected', async () => {
  const refusal = new Error('Another process has it');
  const before = (await listReceived()).messages.length;

  await expect(open().send(mail, { onBegin: () => Promise.reject(refusal) })).rejects.toBe(refusal);

  expect((await listReceived()).messages).toHaveLength(before);
});
