import { readFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { z } from 'zod';
import { environment } from './people.ts';

const { answers, log, secrets } = inject('program');
const Said = z.object({ ask: z.string(), as: z.string().nullable(), status: z.number(), text: z.string() });

const lines = (text: string) => text.split('\n').filter(Boolean);
const said = lines(await readFile(answers, 'utf8')).map((line) => Said.parse(JSON.parse(line)));
const logged = await readFile(log, 'utf8');
// Public values, names of addresses, and the sender that every mail shows.
const open =
  /BASE_URL|BLUESKY|MCP_OAUTH|ISSUER|CLIENT_ID|AUDIENCE|CLAIM|APP_ID|CONFIG_ID|SDK_URL|VERSION|ORIGINS|ZONE|REPOSITORY|MAIL_FROM/;
const configured = Object.entries(await environment())
  .filter(([name]) => !open.test(name))
  .map(([, value]) => value);
const keys = z
  .array(z.string().min(12))
  .parse(strings(JSON.parse(await readFile(secrets, 'utf8'))).filter((value) => value.length >= 12))
  .flatMap((value) => value.split(',').map((key) => key.split(':').at(-1) ?? key));

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

// A webhook's secret is shown once, to whoever created it.
const returnsSecret = new Set(['PUT /user/alert-webhook', 'POST /user/alert-webhook/secret']);

/** Bytes of pictures may look like a token. */
function withoutPictures(text: string): string {
  return text.replaceAll(/"data:image\/\w+;base64,[A-Za-z0-9+/=]+"/g, '"picture"');
}

it('24: no response contained a key, secret or token that was not requested', () => {
  expect(said.length).toBeGreaterThan(200);
  expect(configured.length).toBeGreaterThan(3);
  expect(keys.length).toBeGreaterThan(0);
  for (const { ask, status, text: answer } of said) {
    const text = withoutPictures(returnsSecret.has(ask) ? answer.replace(/"secret":"whsec_[\w-]+"/, '') : answer);
    const what = `${ask} answered ${status}`;
    for (const secret of [...configured, ...keys]) expect(text.includes(secret), what).toBe(false);
    expect(text, what).not.toMatch(
      /\beyJ[\w-]+\.[\w-]+\.|EAA[A-Za-z0-9]{20}|ghp_|github_pat_|whsec_[A-Za-z0-9]|sk_(test|live)_[A-Za-z0-9]/,
    );
    expect(text, what).not.toMatch(/\bat .+\.ts:\d+|node_modules|select ".+ from "|ECONNREFUSED/);
  }
});

it('24: no user received another user’s email', () => {
  for (const { ask, as, text } of said.filter((answer) => answer.as !== null && answer.as !== 'olu')) {
    const emails = [...text.matchAll(/\b(\w+)@sandbox\.test/g)].map(([, name]) => name);
    expect(
      emails.filter((name) => name !== as),
      ask,
    ).toEqual([]);
  }
});

it('84: no log line contained any of these or a live token, at level trace', () => {
  const live = said.filter(({ ask, status }) => ask.startsWith('POST /sse/token/') && status === 200);
  const tokens = live.map(({ text }) => z.object({ token: z.string() }).parse(JSON.parse(text)).token);
  const portals = said.flatMap(({ text }) =>
    [...text.matchAll(/"url":"([^"]+\/p\/[^"]+)"/g)].map(([, url]) => url ?? ''),
  );

  expect(tokens.length).toBeGreaterThan(0);
  for (const secret of [...configured, ...keys, ...tokens, ...portals]) expect(logged.includes(secret)).toBe(false);
  expect(logged).not.toMatch(/\beyJ[\w-]+\.[\w-]+\.|EAA[A-Za-z0-9]{20}|tmk_[\w-]{20}|Bearer [A-Za-z0-9]/);
});

it('108: every log entry is a single line that we wrote', () => {
  for (const line of lines(logged))
    expect(z.object({ level: z.number(), time: z.string() }).safeParse(JSON.parse(line)).success).toBe(true);
  expect(logged).not.toContain('nobody listened');
  expect(lines(logged).filter((line) => line.includes('"level":60'))).toEqual([]);
});
