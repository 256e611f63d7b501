import type { Opportunity, PostLabel } from '@tidemark/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { people } from '#web/features/labels/labels.fixtures.ts';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { TestThis } from './test-this.tsx';

const opportunity: Opportunity = {
  kind: 'best_day',
  posts: 30,
  weekday: 'Wednesday',
  postsThatDay: 6,
  interactionsThatDay: 9,
  interactionsOtherDays: 3,
  difference: { percent: 80, low: 20, high: 140 },
};
const title = 'Post more on Wednesdays';
const startedAt = new Date();
const started: PostLabel = {
  ...people,
  name: title,
  rule: { weekdays: [3] },
  test: {
    metric: 'total_interactions',
    accountIds: [account._id],
    startedAt: startedAt.toISOString(),
    resultAt: new Date(startedAt.getTime() + 28 * 86_400_000).toISOString(),
  },
};

async function start(): Promise<void> {
  const button = await screen.findByRole('button', { name: `Test this: ${title}` });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  fireEvent.click(button);
}

it('starts a test from a recommendation, and then shows when its result is due', async () => {
  let labels: PostLabel[] = [];
  const { asked } = await renderAnalytics(<TestThis title={title} opportunity={opportunity} />, {
    '/labels': (body: unknown) => {
      if (!body) return { labels };
      labels = [started];
      return { status: 201, body: started };
    },
    '/annotations': {},
  });
  await start();

  expect(await screen.findByRole('link', { name: /^result on [A-Z]/ })).toBeTruthy();
  expect(asked.find(({ body }) => body !== undefined)?.body).toEqual({
    name: title,
    color: 'indigo',
    rule: { weekdays: [3] },
    test: { metric: 'total_interactions', accountIds: [account._id] },
  });
  expect(await screen.findByText(/^Test started\. The result is shown on /)).toBeTruthy();
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/annotations')?.body).toMatchObject({
      accountId: account._id,
      text: `Test started: ${title}`,
    }),
  );
});

it('names a repeated test by its date', async () => {
  const { asked } = await renderAnalytics(<TestThis title={title} opportunity={opportunity} />, {
    '/labels': (body: unknown) => (body ? refused : { labels: [{ ...started, test: null }] }),
  });
  await start();

  expect(await screen.findByText('No')).toBeTruthy();
  expect(JSON.stringify(asked.find(({ body }) => body !== undefined)?.body)).toMatch(/Wednesdays, \w{3} \d/);
});
