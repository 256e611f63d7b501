import { deleteUser, listRoadmap, listUpvotes, requestFeature, toggleUpvote } from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeIssue, clearGithubCalls, githubTruth, setFaults } from '../../../test/github.ts';
import { runWork } from '../../../test/run-work.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { createGithub } from '../../clients/github/github.ts';
import { createLog } from '../../platform/log/log.ts';
import { roadmapWork } from './publishing/jobs.ts';

let app: TestApp;
let moved = 0;
const clock = () => new Date(Date.now() + moved);
// Changes on GitHub are noticed only when the list is fetched again, because webhooks are off.
const environment = { GITHUB_WEBHOOK_SECRET: '' };

beforeAll(async () => (app = await startTestApp({ work: false, clock, environment })));
afterAll(() => app.close());
// Each test needs its own lists, limits and tokens.
beforeEach(() => pass(121 * minutes));
afterEach(() => setFaults(app));

const minutes = 60_000;
const pass = (millis: number) => void (moved += millis);

const read = (client: TestClient) => client.call(listRoadmap, {});
const ask = (client: TestClient, title: string, description = 'Because it helps.') =>
  client.call(requestFeature, { body: { title, description } });
async function vote(client: TestClient, issueNumber: number) {
  const { user } = await client.load();
  return client.call(toggleUpvote, { body: { issueNumber, userName: user.name, userId: user._id } });
}
async function issuesTitled(title: string) {
  return (await githubTruth(app)).issues.filter((issue) => issue.title === title);
}
function fileAll(where = app) {
  const { GITHUB_API_BASE_URL = '', GITHUB_REPOSITORY = '', GITHUB_TOKEN = '' } = where.sandbox.environment;
  const github = createGithub({
    apiBaseUrl: GITHUB_API_BASE_URL,
    repository: GITHUB_REPOSITORY,
    access: { kind: 'token', token: GITHUB_TOKEN },
    clock,
  });
  return runWork(roadmapWork, { db: where.db, github, clock, log: createLog({ level: 'silent' }) });
}

const maya = () => app.withPlan('maya@sandbox.test', 'pro');
const theo = () => app.withPlan('theo@sandbox.test', 'starter');

describe("title that exceeds GitHub's length", () => {
  it('is published without part of an emoji', async () => {
    const client = await maya();

    await ask(client, `${'a'.repeat(254)}🎉 and more`);
    await ask(client, `${'b'.repeat(250)}👨‍👩‍👧‍👦 and more`);
    await fileAll();

    expect(await issuesTitled(`${'a'.repeat(254)}…`)).toHaveLength(1);
    expect(await issuesTitled(`${'b'.repeat(250)}…`)).toHaveLength(1);
  });
});

describe('roadmap', () => {
  it('shows completed, current and planned features by their labels in the repository', async () => {
    const { features } = await read(await maya());

    expect(new Set(features.map(({ status }) => status))).toEqual(new Set(['completed', 'in-progress', 'planned']));
    expect(features.find(({ title }) => title === 'Dark mode')).toMatchObject({
      status: 'completed',
      completedDate: expect.any(String),
      estimatedCompletion: null,
    });
    expect(features.find(({ title }) => title === 'Facebook pages')).toMatchObject({
      status: 'in-progress',
      completedDate: null,
      estimatedCompletion: expect.any(String),
    });
  });

  it('omits pull requests, hidden, declined and duplicate issues, and those without a roadmap label', async () => {
    const { features, requests } = await read(await maya());

    const titles = [...features, ...requests].map(({ title }) => title);
    expect(titles).not.toContain('Goals: the page');
    expect(titles).not.toContain('Requests: a button for charts');
    expect(titles).not.toContain('Pricing experiments');
    expect(titles).not.toContain('CHEAP FOLLOWERS');
    expect(titles).not.toContain('Predict next month');
    expect(titles).not.toContain('Charts as slides');
    expect(titles).not.toContain('The globe stands still on my tablet');
  });

  it('shows changes by maintainers within a minute and fetches no more often', async () => {
    const client = await maya();
    const shortcut = (await read(client)).requests.find(({ title }) => title === 'Shortcuts');
    await changeIssue(app, shortcut?.id ?? 0, { labels: ['feature-request', 'roadmap', 'in progress'] });
    pass(2 * minutes);
    await clearGithubCalls(app);

    await Promise.all([read(client), read(client), read(client)]);
    const { features, requests } = await read(client);

    expect(features.find(({ title }) => title === 'Shortcuts')?.status).toBe('in-progress');
    expect(requests.map(({ title }) => title)).not.toContain('Shortcuts');
    expect((await githubTruth(app)).ledger).toHaveLength(2);
  });

  it('follows pages and does not download unchanged ones again', async () => {
    const client = await maya();
    const { GITHUB_API_BASE_URL: api, GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token } = app.sandbox.environment;
    for (let count = 0; count < 75; count += 1)
      await fetch(`${api}/repos/${repository}/issues`, {
        method: 'POST',
        headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: `Many ${count}`, body: 'x', labels: ['feature-request'] }),
      });
    pass(2 * minutes);
    for (let count = 75; count < 110; count += 1)
      await fetch(`${api}/repos/${repository}/issues`, {
        method: 'POST',
        headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: `Many ${count}`, body: 'x', labels: ['feature-request'] }),
      });
    pass(2 * minutes);
    await clearGithubCalls(app);

    const { requests } = await read(client);
    const first = (await githubTruth(app)).ledger;
    pass(2 * minutes);
    await read(client);

    expect(requests.filter(({ title }) => title.startsWith('Many '))).toHaveLength(110);
    expect(first).toHaveLength(3);
    const again = (await githubTruth(app)).ledger.slice(3);
    expect(again).toHaveLength(3);
    for (const { number, title } of (await githubTruth(app)).issues)
      if (title.startsWith('Many ')) await changeIssue(app, number, { state: 'closed', state_reason: 'duplicate' });
  });

  it.each([
    ['is down', 'github-error'],
    ['asks to be left alone', 'github-rate-limit'],
    ['answers in another shape', 'github-malformed'],
    ['does not know the token', 'github-bad-credentials'],
    ['has no issues any more', 'github-gone'],
    ['breaks the line', 'github-lost-answer'],
  ])('shows the last stored list when GitHub %s, and says so', async (_, fault) => {
    const client = await maya();
    const before = await read(client);
    await setFaults(app, { fault });
    pass(4 * minutes);

    const after = await read(client);

    expect(before.isStale).toBe(false);
    expect(after.isStale).toBe(true);
    expect(after.readAt).toBe(before.readAt);
    expect(after.features).toEqual(before.features);
  });

  it('requires an active plan that includes it, except for operators', async () => {
    const free = await app.withPlan('fiona@sandbox.test', 'free');
    const operator = await app.as('olu@sandbox.test');

    await expect(read(free)).rejects.toMatchObject({ status: 403, code: 'subscription_inactive' });
    await expect(vote(free, 1)).rejects.toMatchObject({ status: 403 });
    await expect(ask(free, 'Please')).rejects.toMatchObject({ status: 403 });
    await expect(read(operator)).resolves.toMatchObject({ features: expect.any(Array) });
    await expect(ask(operator, 'From the operator')).resolves.toMatchObject({ issue: { number: expect.any(Number) } });
  });
});

describe('feature request', () => {
  it('becomes an issue with a footer, is listed immediately and is shown as written', async () => {
    const client = await maya();
    const { user } = await client.load();

    const { issue } = await ask(client, '  Sort by saves ', 'Two lines,\r\nof text.');
    const { requests } = await read(client);

    const [stored] = await issuesTitled('Sort by saves');
    expect(issue).toMatchObject({
      number: stored?.number,
      title: 'Sort by saves',
      url: expect.stringContaining('/issues/'),
    });
    expect(stored?.labels).toEqual(['feature-request']);
    expect(stored?.body).toBe(issue.body);
    expect(stored?.body).toContain(`Requested by \`${user.name}\`, user ID \`${user._id}\``);
    expect(requests.filter(({ title }) => title === 'Sort by saves')).toMatchObject([
      {
        id: stored?.number,
        description: 'Two lines,\nof text.',
        requestUser: user.name,
        requestedBy: user.name,
        requestedById: user._id,
        githubUrl: issue.url,
        upvotes: 0,
      },
    ]);
  });

  it('contains no active mentions, references or images on GitHub', async () => {
    const client = await maya();
    const evil = [
      '<script>alert(1)</script>',
      '![](http://canary.test/a.png) [a](javascript:alert(1)) www.canary.test',
      'cc @org/team, closes #1, GH-1',
      '```',
      '@everyone',
      '````js',
    ].join('\n');

    const { issue } = await ask(client, 'Evil @org/team closes #1', evil);
    pass(2 * minutes);
    const { requests } = await read(client);

    const stored = (await githubTruth(app)).issues.find(({ number }) => number === issue.number);
    const sent = `${stored?.title}\n${stored?.body}`;
    for (const dead of ['@org', '@everyone', '#1', 'GH-1', 'http://', 'www.canary']) expect(sent).not.toContain(dead);
    const lines = (stored?.body ?? '').split('\n');
    const fence = lines[0]?.replace('text', '') ?? '';
    expect(fence).toMatch(/^`{5}$/);
    expect(lines.indexOf(fence)).toBe(evil.split('\n').length + 1);
    expect(requests.find(({ id }) => id === issue.number)).toMatchObject({
      title: 'Evil @org/team closes #1',
      description: evil,
    });
  });

  it.each([
    ['a blank title', { title: '   ', description: 'x' }, 'body.title'],
    ['a blank description', { title: 'x', description: ' \n ' }, 'body.description'],
    ['a title of two lines', { title: 'a\r\nb', description: 'x' }, 'body.title'],
    ['a title of 301 letters', { title: 'x'.repeat(301), description: 'x' }, 'body.title'],
    ['a description of 5,001 letters', { title: 'x', description: 'x'.repeat(5_001) }, 'body.description'],
    ['a control character', { title: 'x', description: 'a\u0007b' }, 'body.description'],
    ['a number for a title', { title: 7, description: 'x' }, 'body.title'],
    ['somebody else’s name', { title: 'x', description: 'x', userId: 'me' }, 'userId'],
  ])('rejects %s', async (_, body, field) => {
    const client = await maya();

    const answer = await fetch(`${app.url}/api/v1/roadmap/request`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain(field);
  });

  it('requires a plan that allows requests, not only viewing', async () => {
    const client = await theo();

    await expect(ask(client, 'From a starter')).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    expect(await issuesTitled('From a starter')).toEqual([]);
  });

  it('allows five requests per hour', async () => {
    const client = await app.withPlan('ines@sandbox.test', 'agency');
    for (let count = 1; count <= 5; count += 1) await ask(client, `Number ${count}`);

    await expect(ask(client, 'Number 6')).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
    pass(61 * minutes);
    await expect(ask(await app.as('ines@sandbox.test'), 'Number 7')).resolves.toBeDefined();
  });

  it.each([
    ['is down', 'github-error'],
    ['limits what is created', 'github-secondary-limit'],
    ['does its work and loses the answer', 'github-lost-answer'],
  ])('is stored and created exactly once when GitHub %s', async (name, fault) => {
    const client = await maya();
    const title = `Kept: ${name}`;
    await read(client);
    await setFaults(app, { fault, match: { path: '^POST' } });

    const { issue } = await ask(client, title);
    const own = (await read(client)).requests.find((request) => request.title === title);
    const others = (await read(await theo())).requests.find((request) => request.title === title);
    await setFaults(app);
    pass(5 * minutes);
    await Promise.all([fileAll(), fileAll()]);
    await fileAll();
    const listed = (await read(await theo())).requests.filter((request) => request.title === title);

    expect(issue).toMatchObject({ number: null, url: null });
    expect(own?.id).toBeLessThan(0);
    expect(others).toBeUndefined();
    expect(await issuesTitled(title)).toHaveLength(1);
    expect(listed).toMatchObject([{ title, id: expect.any(Number) }]);
    expect(listed[0]?.id).toBeGreaterThan(0);
  });

  it('anonymises a request here and on GitHub when its user is deleted', async () => {
    const client = await app.withPlan('cal@sandbox.test', 'pro');
    const { user } = await client.load();
    const { issue } = await ask(client, 'From somebody who goes');
    await vote(client, issue.number ?? 0);

    await client.call(deleteUser, { body: { confirm: 'DELETE' } });
    pass(5 * minutes);
    await fileAll();
    await fileAll();

    const [stored] = await issuesTitled('From somebody who goes');
    expect(stored?.body).not.toContain(user.name);
    expect(stored?.body).not.toContain(user._id);
    expect(stored?.body).toContain('Requested by `Anonymous`, user ID `unknown`');
    const { requests } = await read(await maya());
    expect(requests.find(({ id }) => id === issue.number)).toMatchObject({
      requestUser: null,
      requestedBy: null,
      requestedById: null,
      githubUrl: issue.url,
      upvotes: 0,
    });
  });
});

describe('upvotes', () => {
  it('count once per user and are removed by a second click', async () => {
    const [one, other] = [await maya(), await theo()];
    const request = (await read(one)).requests.find(({ title }) => title === 'Hashtag report');
    const id = request?.id ?? 0;

    expect(await vote(one, id)).toEqual({ action: 'added', upvotes: 1 });
    expect(await vote(other, id)).toEqual({ action: 'added', upvotes: 2 });
    expect((await read(one)).requests.find((request) => request.id === id)?.upvotes).toBe(2);
    expect(await vote(one, id)).toEqual({ action: 'removed', upvotes: 1 });

    const { user } = await other.load();
    expect(await other.call(listUpvotes, { params: { userId: user._id } })).toEqual({ upvotes: [id] });
  });

  it('always belong to the calling user', async () => {
    const [one, other] = [await maya(), await theo()];
    const { user } = await other.load();
    const id = (await read(one)).requests[0]?.id ?? 0;

    const forAnother = { issueNumber: id, userName: 'x', userId: user._id };
    await expect(one.call(toggleUpvote, { body: forAnother })).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    const otherUser = { userId: user._id };
    await expect(one.call(listUpvotes, { params: otherUser })).rejects.toMatchObject({ status: 404 });
  });

  it('rejects upvotes for issues that are not listed requests', async () => {
    const client = await maya();
    const feature = (await read(client)).features[0];

    for (const number of [999_999, feature?.id ?? 0])
      await expect(vote(client, number)).rejects.toMatchObject({ status: 404, code: 'request_not_found' });
  });
});

describe('without a repository', () => {
  let plain: TestApp;
  beforeAll(async () => {
    const none = { ...environment, GITHUB_TOKEN: '', GITHUB_REPOSITORY: '' };
    plain = await startTestApp({ work: false, clock, environment: none });
  });
  afterAll(() => plain.close());

  it('stores requests and votes in the database with the same endpoints', async () => {
    const one = await plain.withPlan('maya@sandbox.test', 'pro');
    const other = await plain.withPlan('theo@sandbox.test', 'starter');
    const { user } = await one.load();

    const { issue } = await ask(one, 'Kept here', 'For @everyone.');
    const voted = await vote(other, issue.number ?? 0);
    const { features, requests, readAt } = await read(other);

    expect(issue).toMatchObject({ number: expect.any(Number), url: null });
    expect(voted).toEqual({ action: 'added', upvotes: 1 });
    expect({ features, readAt }).toEqual({ features: [], readAt: null });
    expect(requests).toMatchObject([
      { id: issue.number, description: 'For @everyone.', requestUser: user.name, upvotes: 1 },
    ]);
    expect((await githubTruth(plain)).ledger).toEqual([]);
  });

  it('turns stored requests with their votes into issues once a repository is configured', async () => {
    const one = await plain.as('maya@sandbox.test');
    const { issue } = await ask(one, 'Moves to GitHub');
    await vote(one, issue.number ?? 0);

    await fileAll(plain);
    await fileAll(plain);

    const filed = (await githubTruth(plain)).issues.filter(({ title }) => title === 'Moves to GitHub');
    expect(filed).toHaveLength(1);
    const { GITHUB_REPOSITORY: repository = '' } = plain.sandbox.environment;
    const votes = await plain.db.selectFrom('upvote').selectAll().where('repository', '=', repository).execute();
    expect(votes.map(({ issue_number }) => issue_number)).toContain(filed[0]?.number);
  });
});
