import { expect, it, vi } from 'vitest';
import { people } from '#web/features/labels/labels.fixtures.ts';
import { post } from '#web/features/posts/posts.fixtures.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { stubbedAccount } from '#web/platform/stubbed-account.ts';
import { prefetchFigures } from './prefetch-figures.ts';

function prefetch({ labels = [people], rows = [post] }: { labels?: object[]; rows?: object[] } = {}) {
  const api = stubApi({
    'POST /media/datagrid/query': { rows, totalRowCount: rows.length, activitySince: null },
    'GET /labels': { labels },
    'POST /media/labels': { posts: [] },
  });
  prefetchFigures(createQueryClient(), { accounts: [stubbedAccount], pathname: '/', search: {} });
  return api;
}

it('requests what is below the window once the user moves the pointer', async () => {
  const { calls } = prefetch();
  const lower = ['POST /media/datagrid/query', 'GET /labels', 'POST /metrics/media/activity'];
  await vi.waitFor(() => expect(calls).toContain('POST /media/list/date/range'));

  for (const call of lower) expect(calls).not.toContain(call);
  window.dispatchEvent(new Event('pointermove'));

  await vi.waitFor(() => expect(calls).toEqual(expect.arrayContaining(lower)));
});

it('requests the labels of the posts as soon as these have arrived', async () => {
  const { calls, bodies } = prefetch();

  await vi.waitFor(() => expect(calls).toContain('POST /media/labels'));

  expect(bodies[calls.indexOf('POST /media/labels')]).toMatchObject({
    posts: [{ accountId: post.accountRef, mediaId: post.id }],
  });
});

it.each([
  { without: 'labels', labels: [] },
  { without: 'posts', rows: [] },
])('requests no labels of posts without $without', async (has) => {
  const { calls } = prefetch(has);

  await vi.waitFor(() => expect(calls).toContain('GET /labels'));
  await vi.dynamicImportSettled();

  expect(calls).not.toContain('POST /media/labels');
});
