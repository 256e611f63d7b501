import type { PostRow } from '@tidemark/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { toRem } from '#web/ui/to-rem.ts';
import { people, weekend } from '#web/features/labels/labels.fixtures.ts';
import { account, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { PostsGrid } from './posts-grid.tsx';
import { post } from '../posts.fixtures.ts';

const toRow = (number: number): PostRow => ({ ...post, id: `m${number}`, caption: `Post ${number}` });
const pages = [1, 6].map((first) => Array.from({ length: 5 }, (_, index) => toRow(first + index)));
const replies = {
  'datagrid/query': (request: unknown) => ({
    rows: JSON.stringify(request).includes('"page":1') ? pages[1] : pages[0],
    totalRowCount: 10,
    activitySince: null,
  }),
  'media/labels': { posts: [] },
  '/labels/': { success: true },
  '/labels': { labels: [people, weekend] },
};

const box = (number: number) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`Post ${number}$`) });
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /Post \d+$/ })
    .filter(({ checked }) => checked)
    .map((one) => Number(/\d+$/.exec(one.getAttribute('aria-label') ?? '')?.[0]));
const bar = async () => within(await screen.findByRole('group', { name: 'Selected posts' }));

describe('selecting posts', () => {
  it('selects and deselects one post, or a range with Shift', async () => {
    await renderAnalytics(<PostsGrid />, replies);

    fireEvent.click(await box(2));
    expect((await bar()).getByText('1 post selected')).toBeTruthy();
    fireEvent.click(await box(4), { shiftKey: true });
    expect(chosen()).toEqual([2, 3, 4]);
    fireEvent.click(await box(3), { shiftKey: true });

    expect(chosen()).toEqual([2]);
  });

  it('moves between rows with the arrow keys', async () => {
    await renderAnalytics(<PostsGrid />, replies);

    fireEvent.keyDown(await box(1), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(await box(2));
    fireEvent.keyDown(await box(1), { key: 'ArrowUp' });

    expect(document.activeElement?.getAttribute('aria-label')).toBe('Select all on this page');
  });

  it('selects a whole page, keeps the selection across pages, and clears it', async () => {
    await renderAnalytics(<PostsGrid />, replies);

    fireEvent.click(await box(1));
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
    expect(all.indeterminate).toBe(true);
    fireEvent.click(all);
    expect(chosen()).toEqual([1, 2, 3, 4, 5]);
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    fireEvent.click(await box(7));

    expect((await bar()).getByRole('status').textContent).toBe('6 posts selected, 5 on other pages');
    fireEvent.click((await bar()).getByRole('button', { name: 'Clear' }));
    expect(chosen()).toEqual([]);
    expect(screen.queryByRole('group', { name: 'Selected posts' })).toBeNull();
  });

  it('labels all selected posts in one call', async () => {
    const { asked } = await renderAnalytics(<PostsGrid />, replies);

    fireEvent.click(await box(1));
    fireEvent.click(await box(5));
    const labels = (await bar()).getByRole('button', { name: 'Labels' });
    fireEvent.click(labels);
    const panel = document.getElementById(
      labels.getAttribute('popovertarget') ?? labels.getAttribute('aria-controls') ?? '',
    );
    if (panel) fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'People' }));

    await waitFor(() =>
      expect(asked.findLast(({ path }) => path.includes(people.id))?.body).toEqual({
        posts: [1, 5].map((number) => ({ accountId: account._id, mediaId: `m${number}` })),
        labelled: true,
      }),
    );
  });

  it('hides selection without a manual label', async () => {
    await renderAnalytics(<PostsGrid />, { ...replies, '/labels': { labels: [weekend] } });

    await screen.findByText('Post 1');
    await screen.findByRole('button', { name: 'Label: All labels' });

    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('shows checkboxes on phones on request', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), {
          matches: query === toRem('(width < 700px)'),
          media: query,
        }) as MediaQueryList,
    );
    await renderAnalytics(<PostsGrid />, replies);
    const select = await screen.findByRole('button', { name: 'Select' });
    expect(screen.queryByRole('checkbox')).toBeNull();

    fireEvent.click(select);
    fireEvent.click(await box(1));
    expect(chosen()).toEqual([1]);
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));

    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Selected posts' })).toBeNull();
  });
});
