import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBusinessLogin } from '../../client/business-login.ts';
import { collaborationFields, mediaFields } from '../../client/media-node.ts';
import type { GraphAnswer, GraphHttp } from '../../client/graph-http.ts';
import { startTestGraph, type TestGraph } from '../../../../../test/start-test-graph.ts';
import { toStoredAnswer } from './to-stored-answer.ts';

const secrets = /https?:[^"]*\?|access_token|EAA\w{10}|profile_picture|_url/;

let world: TestGraph;
let graph: GraphHttp;
let token: string;
let accountId: string;
beforeAll(async () => {
  world = await startTestGraph();
  graph = world.connect();
  const login = createBusinessLogin(graph);
  const { code } = await world.control<{ code: string }>('meta/code', { email: 'maya@sandbox.test' });
  ({ token } = await login.exchangeCode(code));
  const found = await graph.get({ token, accountId: null }, 'me/accounts', { fields: 'instagram_business_account' });
  accountId = /"instagram_business_account":\{"id":"(\d+)"/.exec(JSON.stringify(found))?.[1] ?? '';
});
afterAll(() => world.close());

/** Returns the answers to all kinds of calls of a sync, as Meta sends them. */
async function listAnswers(): Promise<GraphAnswer[]> {
  const answers: GraphAnswer[] = [];
  const caller = { token, accountId, onAnswer: (answer: GraphAnswer) => void answers.push(answer) };
  await graph.get(caller, `${accountId}/media`, { fields: `${mediaFields},collaborators{username}`, limit: 50 });
  await graph.batch(caller, [
    { path: accountId, parameters: { fields: 'id,username,name,profile_picture_url,followers_count' } },
    { path: `${accountId}/collaborative_media`, parameters: { fields: collaborationFields, limit: 50 } },
    { path: `${accountId}/media`, parameters: { fields: 'id,insights.metric(reach,views)', limit: 5 } },
    { path: `${accountId}/stories`, parameters: { fields: mediaFields } },
    { path: `${accountId}/insights`, parameters: { metric: 'no_such_metric', period: 'day' } },
  ]);
  return answers;
}

const toBodies = (answers: readonly { body: unknown }[]) => JSON.stringify(answers.map(({ body }) => body));

it('stores neither tokens, nor signed URLs, nor names of other people', async () => {
  const answers = await listAnswers();
  const stored = answers.map((answer) => toStoredAnswer(answer, accountId));

  const received = toBodies(answers);
  expect(secrets.test(received)).toBe(true);
  const names = new Set([...received.matchAll(/"username":"([^"]+)"/g)].map(([, name = '']) => name));
  expect(names.size).toBeGreaterThan(2);
  const text = toBodies(stored);
  expect(secrets.exec(text)?.[0]).toBeUndefined();
  expect(JSON.stringify(stored).includes(token)).toBe(false);
  const [own] = /(?<="username":")[^"]+/.exec(toBodies(answers.filter(({ path }) => path === accountId))) ?? [];
  expect([...names].filter((name) => text.includes(`"${name}"`))).toEqual([own]);
});

it('stores what posts of others measure, but not what they say', async () => {
  const posts = (await listAnswers()).find(({ path }) => path.endsWith('/collaborative_media'));

  const { body } = toStoredAnswer(posts ?? { path: '', status: 0, body: null }, accountId);

  expect(JSON.stringify(posts?.body)).toContain('"caption"');
  expect(JSON.stringify(body)).toContain('"total_like_count"');
  expect(JSON.stringify(body)).not.toContain('"caption"');
});

it('stores refusals, except messages about tokens', async () => {
  const refused = (await listAnswers()).at(-1);
  const aboutToken = { error: { code: 190, type: 'OAuthException', message: 'Malformed access token EAAB' } };

  expect(toStoredAnswer(refused ?? { path: '', status: 0, body: null }, accountId)).toMatchObject({
    path: `${accountId}/insights`,
    status: 400,
    body: { error: { code: 100, message: expect.any(String) } },
  });
  expect(toStoredAnswer({ path: 'x', status: 400, body: aboutToken }, accountId).body).toEqual({
    error: { code: 190, type: 'OAuthException' },
  });
});
