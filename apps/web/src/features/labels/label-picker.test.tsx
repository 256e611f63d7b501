import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refused, renderAnalytics, type Replies } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { people, weekend } from './labels.fixtures.ts';
import { PostLabelsLine } from './post-labels-line.tsx';
import { usePostLabels } from './use-post-labels.ts';

const posts = [{ accountId: '1', mediaId: '10' }];
const labelled = (...labelIds: string[]) => ({ posts: [{ accountId: '1', mediaId: '10', labelIds }] });

function Line() {
  return <PostLabelsLine post={posts[0] ?? { accountId: '', mediaId: '' }} labels={usePostLabels(posts)} />;
}

async function open(replies: Replies) {
  const view = await renderAnalytics(<Line />, {
    ...replies,
    // Listed after the calls with the same ending.
    '/labels': { labels: [people, weekend] },
  });
  const picker = await screen.findByRole('dialog', { name: 'Labels of this post', hidden: true });
  picker.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' }));
  return { ...view, picker: within(picker) };
}

it("shows a post's labels, and offers manual ones", async () => {
  const { picker } = await open({ '/media/labels': labelled(weekend.id) });

  expect((await screen.findAllByText('Weekend')).length).toBe(1);
  const boxes = await picker.findAllByRole('checkbox', { hidden: true });
  expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual(['People']);
});

it('adds a label to the post, and shows it', async () => {
  let own: string[] = [];
  const { picker, asked } = await open({
    '/media/labels': () => labelled(...own),
    '/posts': () => {
      own = [people.id];
      return { success: true };
    },
  });

  fireEvent.click(await picker.findByLabelText('People'));

  await waitFor(() => expect(screen.getAllByText('People')).toHaveLength(2));
  expect(asked.find(({ path }) => path.endsWith(`${people.id}/posts`))?.body).toEqual({ posts, labelled: true });
  await waitFor(() => expect(picker.getByLabelText('People')).toHaveProperty('checked', true));
});

it('reports that a label could not be added', async () => {
  const { picker } = await open({ '/media/labels': labelled(), '/posts': refused });

  fireEvent.click(await picker.findByLabelText('People'));

  expect(await screen.findByText('No')).toBeTruthy();
  expect(picker.getByLabelText('People')).toHaveProperty('checked', false);
});
