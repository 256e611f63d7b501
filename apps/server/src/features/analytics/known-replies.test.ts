import { getPost, queryPosts } from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultApp, type FaultApp } from '../../../test/faults.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { listWorldAccounts, type WorldAccount } from '../../../test/world.ts';

const ines = 'ines@sandbox.test';
let app: FaultApp;
let client: TestClient;
let account: WorldAccount;
beforeAll(async () => {
  app = await startFaultApp({ start: new Date('2026-03-20T18:00:00Z') });
  for (const candidate of await listWorldAccounts(app, ines))
    if (candidate.liveStories > 0 && (await isUnreported(candidate))) account = candidate;
  await app.begin(account);
  await app.pass(2);
  client = await app.as(ines);
}, 120_000);
afterAll(() => app.close());

async function isUnreported({ id }: WorldAccount): Promise<boolean> {
  const { liveStories } = await app.control<{
    liveStories: { totals: { replies: number }; reportedReplies: number }[];
  }>(`world/accounts/${id}/media`);
  return liveStories.some(({ totals, reportedReplies }) => totals.replies > reportedReplies);
}

const listStories = () =>
  app.db
    .selectFrom('media')
    .select(['media_id', 'replies'])
    .where('account_id', '=', account.id)
    .where('product_type', '=', 'STORY')
    .where('replies', 'is not', null)
    .orderBy('published_at', 'desc')
    .execute();

async function shown(mediaId = '') {
  const { figures } = await client.call(getPost, { params: { id: account.id, mediaId } });
  const { rows } = await client.call(queryPosts, {
    body: {
      grid: {
        paginationModel: { page: 0, pageSize: 200 },
        sortModel: [],
        filterModel: { items: [{ field: 'format', operator: 'is', value: 'STORY' }] },
      },
      filters: {
        query: '',
        filterMode: 'published',
        isoStart: '2026-03-18T00:00:00.000Z',
        isoEnd: app.time.now().toISOString(),
      },
      platform: 'instagram_media',
      accountIds: [account.id],
    },
  });
  return [figures.replies, rows.find(({ id }) => id === mediaId)?.replies];
}

describe('replies to a story', () => {
  it('are unknown for a European account whose stories all have 0', async () => {
    const stories = await listStories();
    expect(stories.length).toBeGreaterThan(3);
    expect(stories.every(({ replies }) => replies === 0)).toBe(true);

    expect(await shown(stories[0]?.media_id)).toEqual([null, null]);
  });

  it('are known, including zeros, once any story has had replies', async () => {
    await app.strike(null, [{ fault: 'story-replies-everywhere' }]);
    await app.pass(2);
    await app.strike(null);
    client = await app.as(ines);
    const stories = await listStories();
    const answered = stories.find(({ replies }) => Number(replies) > 0);
    const quiet = stories.find(({ replies }) => replies === 0);

    expect(await shown(answered?.media_id)).toEqual([answered?.replies, answered?.replies]);
    expect(await shown(quiet?.media_id)).toEqual([0, 0]);
  });
});
