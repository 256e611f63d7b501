import type { SavedView } from '@tidemark/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { SavedViews } from './saved-views.tsx';

const second = { ...account, _id: '17841400000002' };
const clients: SavedView = {
  id: '0b7f1b6e-3a0f-4c55-9d5e-2a1b6f9f0001',
  name: 'Clients',
  path: null,
  search: `accounts=${second._id}`,
};
const weekly: SavedView = {
  ...clients,
  id: '0b7f1b6e-3a0f-4c55-9d5e-2a1b6f9f0002',
  name: 'Weekly',
  path: '/',
  search: 'compare=last-year',
};
const close = vi.fn();
const show = (replies = {}, at = '/?range=last-30') =>
  renderAnalytics(
    <SavedViews close={close} />,
    {
      '/account/list': { accounts: [account, second] },
      '/user/views': (body: unknown) =>
        body ? { status: 201, body: { ...clients, ...body } } : { views: [clients, weekly] },
      ...replies,
    },
    at,
  );

it('applies a group to the page, and opens a view as it was saved', async () => {
  const { router } = await show();

  fireEvent.click(await screen.findByRole('link', { name: 'Clients' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ accounts: second._id, range: 'last-30' }));
  expect(close).toHaveBeenCalled();
  fireEvent.click(screen.getByRole('link', { name: 'Weekly' }));

  await waitFor(() => expect(router.state.location.search).toEqual({ compare: 'last-year' }));
});

it('saves the selected accounts under a name, or the page with its filters', async () => {
  const { asked } = await show({}, `/?accounts=${second._id}&range=last-30`);

  fireEvent.click(await screen.findByRole('button', { name: 'Save this selection' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Mine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked.map(({ body }) => body)).toContainEqual({
      name: 'Mine',
      path: null,
      search: `accounts=${second._id}`,
    }),
  );

  fireEvent.click(await screen.findByRole('button', { name: 'Save this selection' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Page' } });
  fireEvent.click(screen.getByRole('radio', { name: /This page/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked.map(({ body }) => body)).toContainEqual({
      name: 'Page',
      path: '/',
      search: `accounts=${second._id}&range=last-30`,
    }),
  );
});

it('stays closed if the list cannot be loaded', async () => {
  await show({ '/user/views': refused });

  expect(screen.queryByRole('region', { name: 'Groups and views' })).toBeNull();
});
