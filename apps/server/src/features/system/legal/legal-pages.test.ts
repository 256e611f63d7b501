import { getClientConfig, getMetaSetup } from '@tidemark/contract';
import { afterEach, expect, it } from 'vitest';
import { createTestClient } from '../../../../test/test-client.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';

let app: TestApp;
afterEach(() => app.close());

const operator = {
  LEGAL_NAME: 'Fjord & Sons <AS>',
  LEGAL_ADDRESS: 'Kaigaten 1, 5016 Bergen',
  LEGAL_EMAIL: 'privacy@fjord.test',
};

async function open(path: string) {
  const answer = await fetch(app.url + path, { headers: { 'sec-fetch-mode': 'navigate' }, redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
}

const start = async (environment: Record<string, string>) =>
  (app = await startTestApp({ work: false, environment: { SMTP_URL: '', MAIL_FROM: '', ...environment } }));

it('shows strangers who answers for the site, and which services receive data', async () => {
  await start(operator);

  const [privacy, terms] = [await open('/privacy'), await open('/terms')];

  for (const { status, text } of [privacy, terms]) {
    expect(status).toBe(200);
    expect(text).toContain('Fjord &amp; Sons &lt;AS&gt;\nKaigaten 1, 5016 Bergen\nprivacy@fjord.test');
    expect(text).not.toContain('<script');
  }
  expect(privacy.text).toContain('Stripe, which handles payments');
  expect(privacy.text).toContain('Your sign-in provider');
  expect(privacy.text).toContain('Answers of Meta: 90 days');
  expect(privacy.text).not.toContain('The mail server');
  expect(privacy.text + terms.text).not.toContain('Bluesky');
  expect(terms.text).toContain('You can cancel at any time');
});

it('does not mention answers of Meta where none are stored', async () => {
  await start({ ...operator, ANSWER_RETENTION_DAYS: '0' });

  expect((await open('/privacy')).text).not.toMatch(/answers of Meta/i);
});

it('says what is read from Bluesky only where it is', async () => {
  await start({ ...operator, NETWORKS: 'instagram_account,bluesky_account' });

  const pages = [await open('/privacy'), await open('/terms')];

  expect(pages[0]?.text).toContain('when posts were liked, answered and quoted, but not by whom');
  expect(pages[0]?.text).toContain('Answers of Meta and Bluesky: 90 days');
  for (const { text } of pages) expect(text).toContain('your accounts on Instagram and Bluesky');
});

it('names no payment provider where plans cannot be bought', async () => {
  await start({ ...operator, STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' });

  expect((await open('/privacy')).text).not.toContain('Stripe');
  expect((await open('/terms')).text).not.toContain('Plans and payment');
});

it('tells browsers and Meta about the pages once the operator is known', async () => {
  await start(operator);
  const rows = async () => {
    const { settings } = await (await app.as('olu@sandbox.test')).call(getMetaSetup, {});
    return settings[0]?.rows.map(({ value }) => value);
  };

  expect(await createTestClient(app.url, '').call(getClientConfig, {})).toMatchObject({ hasLegalPages: true });
  expect(await rows()).toEqual(
    expect.arrayContaining([expect.stringMatching(/\/privacy$/), expect.stringMatching(/\/terms$/)]),
  );
});

it('has neither page until the operator is known', async () => {
  await start({});

  expect((await open('/privacy')).text).not.toContain('Who is responsible');
  expect(await createTestClient(app.url, '').call(getClientConfig, {})).toMatchObject({ hasLegalPages: false });
});
