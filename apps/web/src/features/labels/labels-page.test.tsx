import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { account, refused, renderAnalytics, type Replies } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { clear, people, tooFew, weekend } from './labels.fixtures.ts';
import { LabelsPage } from './labels-page.tsx';

const test = {
  metric: 'reach',
  accountIds: [account._id],
  startedAt: '2026-11-23T09:00:00.000Z',
  resultAt: '2026-12-21T09:00:00.000Z',
} as const;

const show = (replies: Replies = {}, address = '/') =>
  renderAnalytics(
    <LabelsPage />,
    {
      '/labels': { labels: [people, weekend] },
      'labels/compare': {
        labels: [
          { labelId: people.id, ...clear },
          { labelId: weekend.id, ...tooFew },
        ],
      },
      'labels/tests': { tests: [] },
      ...replies,
    },
    address,
  );
const card = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('section') ?? document.body);

describe('labels page', () => {
  it('says in the headline and on each card whether labelled posts do better', async () => {
    await show();

    expect((await screen.findByText('1.3 to 1.8 times')).closest('p')?.textContent).toBe(
      'Posts labelled People get 1.3 to 1.8 times the interactions.',
    );
    const first = await card('People');
    expect(first.getByText(/31% to 79% more interactions than similar posts \(34 against 120 posts\)/)).toBeTruthy();
    const rows = within(first.getByRole('table', { name: 'Interactions per post' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'GroupMedianMiddle halfPosts',
      'With the label420300 to 70034',
      'Other posts280200 to 500120',
    ]);
    const second = await card('Weekend');
    expect(second.getByText('Posts, on Saturdays or Sundays')).toBeTruthy();
    expect(second.getByText(/^Not enough posts yet \(2 of 5\)/)).toBeTruthy();
  });

  it('says when no label makes a difference', async () => {
    await show({ 'labels/compare': { labels: [{ labelId: people.id, ...clear, adjustedP: 0.3 }] } });

    expect(await screen.findByText('No label makes a clear difference yet.')).toBeTruthy();
  });

  it('compares another metric and range, and keeps both in the URL', async () => {
    const { asked, router } = await show();
    fireEvent.click(await screen.findByRole('radio', { name: '3 months' }));
    fireEvent.click(screen.getByRole('button', { name: 'Metric: Interactions' }));
    const menu = screen.getByRole('menu', { name: 'Metric', hidden: true });
    menu.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' }));
    fireEvent.click(await within(menu).findByRole('menuitemradio', { name: 'Reach', hidden: true }));

    await waitFor(() => expect(router.state.location.search).toMatchObject({ metric: 'reach', span: '90' }));
    await waitFor(() =>
      expect(asked.findLast(({ path }) => path.endsWith('labels/compare'))?.body).toMatchObject({ metric: 'reach' }),
    );
  });

  it('reports when a running test will have its result, and then the result', async () => {
    await show({
      '/labels': {
        labels: [
          { ...people, test },
          { ...weekend, test },
        ],
      },
      'labels/tests': {
        tests: [
          { labelId: people.id, posts: 4, result: null },
          { labelId: weekend.id, posts: 9, result: { ...clear, adjustedP: 0.6 } },
        ],
      },
    });

    const running = within(await screen.findByRole('region', { name: 'Test of People' }));
    expect(running.getByText('Test running since Nov 23, 2026')).toBeTruthy();
    expect(running.getByText('4 posts so far. Result on Dec 21, 2026.')).toBeTruthy();
    const ended = within(screen.getByRole('region', { name: 'Test of Weekend' }));
    expect(
      ended.getByText(/^No clear difference: posts labelled Weekend get .* reach than similar posts/),
    ).toBeTruthy();
  });

  it('offers to create the first label', async () => {
    const { asked } = await show({ '/labels': { labels: [] }, 'labels/compare': { labels: [] } });
    fireEvent.click(await screen.findByRole('button', { name: 'Create a label' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Create label', hidden: true }));
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('Enter a name.');

    fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Coffee ' } });
    fireEvent.click(screen.getByLabelText('By a rule'));
    fireEvent.click(screen.getByRole('button', { name: 'Create label', hidden: true }));
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('Fill in at least one condition.');
    fireEvent.change(screen.getByLabelText('Hashtag'), { target: { value: '#coffee' } });
    fireEvent.click(screen.getByLabelText('Sat'));
    fireEvent.click(screen.getByLabelText('Green'));
    fireEvent.click(screen.getByRole('button', { name: 'Create label', hidden: true }));

    await waitFor(() =>
      expect(asked.find(({ body }) => body !== undefined && JSON.stringify(body).includes('Coffee'))?.body).toEqual({
        name: 'Coffee',
        color: 'green',
        rule: { hashtag: 'coffee', weekdays: [6] },
      }),
    );
  });

  it('reports a taken name at its field', async () => {
    const taken = {
      status: 409,
      body: {
        success: false,
        message: 'You already have a label with this name.',
        error: { code: 'label_name_taken', message: 'You already have a label with this name.', requestId: '1' },
      },
    };
    await show({ '/labels': (body: unknown) => (body ? taken : { labels: [people] }) });
    fireEvent.click(await screen.findByRole('button', { name: 'New label' }));
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'people' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create label', hidden: true }));

    expect((await screen.findByRole('alert', { hidden: true })).textContent).toBe(
      'You already have a label with this name.',
    );
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  });

  it('deletes a label after confirmation', async () => {
    const { asked } = await show({ [people.id]: { success: true } });
    const first = await card('People');
    const menu = first.getByRole('menu', { name: 'Actions for People', hidden: true });
    menu.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' }));
    fireEvent.click(await within(menu).findByRole('menuitem', { name: 'Delete', hidden: true }));
    expect(await screen.findByText('It is removed from all posts. The posts don’t change.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Delete label', hidden: true }));

    await waitFor(() => expect(asked.some(({ path }) => path.endsWith(people.id))).toBe(true));
    expect(await screen.findByText('People deleted')).toBeTruthy();
  });

  it('retries after a failure', async () => {
    let isDown = true;
    await show({ 'labels/compare': () => (isDown ? refused : { labels: [{ labelId: people.id, ...clear }] }) });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('Could not load your labels')).toBeTruthy();

    isDown = false;
    fireEvent.click(retry);

    expect(await screen.findByText('1.3 to 1.8 times')).toBeTruthy();
  });
});
