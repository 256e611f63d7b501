import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyReply } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHttpBrowser } from '../../test/http-browser.ts';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';
import { createCookies } from '../features/auth/index.ts';
import { createAdmissions } from '../platform/http/admission.ts';
import { createLog } from '../platform/log/log.ts';
import { createFirstPage } from './first-page.ts';

const hour = 3_600_000;
/** Yields what it was given, then the answers to two calls; throws after the first part if the address says so. */
const render = `export async function* renderFirstPage({ page, address, view, run }) {
  yield JSON.stringify({ name: page.user.user.name, address, view });
  if (address.includes('fail')) throw new Error('No figures');
  yield JSON.stringify({ answers: run && (await run([{ path: '/one' }, { path: '/two' }])) });
}`;

let app: TestApp;
let folder: string;
let userId: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-first-page-'));
  await mkdir(path.join(folder, 'server'));
  await writeFile(path.join(folder, 'server', 'first-page.js'), render);
  app = await startTestApp({ work: false });
  await openHttpBrowser(app).signIn('maya@sandbox.test');
  ({ user_id: userId } = await app.db
    .selectFrom('app_user')
    .select('user_id')
    .where('email', '=', 'maya@sandbox.test')
    .executeTakeFirstOrThrow());
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

interface Visit {
  url?: string;
  /** Hours since the provider's last confirmation has ended. */
  unconfirmedHours?: number;
  view?: string | undefined;
  lacksSecondFactor?: boolean;
  /** True if no call is answered. */
  isSlow?: boolean;
}

/** Draws a page and joins its parts; null for pages that are not drawn. */
async function draw({
  url = '/?from=2026-11-01',
  unconfirmedHours = 0,
  view = '1440.329.Europe/Berlin',
  lacksSecondFactor = false,
  isSlow = false,
}: Visit = {}): Promise<unknown> {
  const tokenExpiresAt = new Date(Date.now() - unconfirmedHours * hour);
  const drawPage = await createFirstPage({
    folder,
    db: app.db,
    sessions: { findUser: async () => ({ userId, role: 'user', subject: 'maya', tokenExpiresAt }) },
    cookies: createCookies('http://localhost:3000'),
    clientConfig: () => ({}) as never,
    enterWorkspace: async (viewer) => viewer,
    lacksSecondFactor: async () => lacksSecondFactor,
    admission: createAdmissions(),
    runCalls: async ({ calls, signal }, onAnswer) => {
      if (isSlow) return new Promise((done) => signal.addEventListener('abort', () => done()));
      for (const [index, { path: called }] of calls.entries())
        onAnswer(index, { statusCode: called === '/one' ? 200 : 404, payload: `"${called}"` });
    },
    clock: () => new Date(),
    log: createLog({ level: 'silent' }),
  });
  const cookies = { tidemark_session_3000: 'open', ...(view !== undefined && { tidemark_view: view }) };
  const drawn = drawPage({ request: { url, headers: {}, cookies } } as unknown as FastifyReply);
  if (!drawn) return null;
  const joined = {};
  for await (const part of drawn) Object.assign(joined, JSON.parse(part));
  return joined;
}

it('draws an Overview with the answers that succeeded, for the window in the cookie', async () => {
  expect(await draw()).toEqual({
    name: 'Maya Lindqvist',
    address: '/?from=2026-11-01',
    view: { width: 1440, chartWidth: 329, timeZone: 'Europe/Berlin' },
    answers: ['"/one"', null],
  });
});

it.each([
  ['the provider has not confirmed the sign-in for two days', { unconfirmedHours: 49 }],
  ['the window is unknown', { view: '' }],
  ['the time zone does not exist', { view: '1440.329.Europe/Nowhere' }],
])('draws it without figures if %s', async (_, visit: Visit) => {
  expect(await draw(visit)).toMatchObject({ name: 'Maya Lindqvist', answers: null });
});

it('waits at most 0.7 seconds for figures', async () => {
  expect(await draw({ isSlow: true })).toMatchObject({ name: 'Maya Lindqvist', answers: [null, null] });
});

it('draws figures a day after the provider has confirmed the sign-in', async () => {
  expect(await draw({ unconfirmedHours: 24 })).toMatchObject({ answers: ['"/one"', null] });
});

it('draws nothing for a user who lacks a required second factor', async () => {
  expect(await draw({ lacksSecondFactor: true })).toEqual({});
});

it('ends a page whose figures cannot be drawn after what it has sent', async () => {
  expect(await draw({ url: '/?from=fail' })).toEqual({
    name: 'Maya Lindqvist',
    address: '/?from=fail',
    view: { width: 1440, chartWidth: 329, timeZone: 'Europe/Berlin' },
  });
});

it.each(['/profile', '/account/1/post/2', '/posts?from=2026-11-01', '//evil.example'])(
  'does not draw %s',
  async (url) => {
    expect(await draw({ url })).toBeNull();
  },
);
