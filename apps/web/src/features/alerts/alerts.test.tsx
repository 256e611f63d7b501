import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { AlertBell } from './alert-bell.tsx';
import { AlertsPanel } from './alerts-panel.tsx';

const account = { _id: '17', type: 'instagram_account', username: 'maya', accountName: 'maya', activated: true };
const alert = {
  id: '0f3d8b0e-0a5e-4a53-8a55-0b8f6f3f9a10',
  accountId: '17',
  kind: 'unusual_day',
  day: '2026-11-19',
  sentence: '@maya had 40,512 views on Thursday, Nov 19.',
  path: '/?from=2026-11-19&to=2026-11-19&accounts=17',
  createdAt: '2026-11-21T06:10:00.000Z',
  isRead: false,
};

async function show(content: ReactNode, answers: Parameters<typeof stubApi>[0]) {
  const api = stubApi({
    'GET /account/list': { accounts: [{ ...account, metadata: { name: 'Maya' } }] },
    'GET /user/alert-webhook': { webhook: null, deliveries: [] },
    'POST /user/alerts/preview': { alerts: [] },
    ...answers,
  });
  const { router } = await renderAt('/', { '/': () => content }, { frame: AccountsProvider });
  return { api, router };
}
afterEach(() => vi.unstubAllGlobals());

it('counts unread alerts on the bell', async () => {
  await show(<AlertBell />, { 'GET /user/alerts': { alerts: [alert], unread: 1 } });

  expect(await screen.findByRole('button', { name: 'Alerts, 1 unread' })).toBeTruthy();
});

it('creates a webhook and shows its secret once', async () => {
  const webhook = { url: 'https://hooks.example/', createdAt: alert.createdAt, disabledReason: null };
  await show(<AlertsPanel />, {
    'GET /user/alert-settings': { loginEnding: false, accounts: [] },
    'PUT /user/alert-webhook': { webhook, secret: 'whsec_1' },
  });

  fireEvent.change(await screen.findByLabelText(/Webhook URL/), { target: { value: 'https://hooks.example/' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save webhook' }));

  expect(await screen.findByDisplayValue('whsec_1')).toBeTruthy();
});

it('is off until a kind is selected, and saves each choice immediately', async () => {
  const { api } = await show(<AlertsPanel />, {
    'GET /user/alert-settings': { loginEnding: false, accounts: [] },
    'PUT /user/alert-settings': (body) => body,
  });
  const toggle = await screen.findByRole('switch', { name: 'Unusual days' });
  expect(toggle.getAttribute('aria-checked')).toBe('false');

  fireEvent.click(toggle);

  await vi.waitFor(() =>
    expect(api.bodies).toContainEqual({
      loginEnding: false,
      accounts: [{ accountId: '17', kinds: ['unusual_day'] }],
    }),
  );
});

it('has one switch per kind for all accounts, and a table for exceptions', async () => {
  const kinds = ['unusual_day', 'sync_behind'];
  const { api } = await show(<AlertsPanel />, {
    'GET /account/list': {
      accounts: ['17', '18'].map((_id) => ({
        ...account,
        _id,
        username: `m${_id}`,
        metadata: { name: `Maya ${_id}` },
      })),
    },
    'GET /user/alert-settings': { loginEnding: false, accounts: [{ accountId: '17', kinds }] },
    'PUT /user/alert-settings': (body) => body,
  });
  await screen.findByRole('switch', { name: 'Unusual days, 1 of 2 accounts' });

  fireEvent.click(screen.getByRole('button', { name: 'Exceptions by account' }));
  const table = within(screen.getByRole('table', { name: 'Alerts by account' }));
  fireEvent.click(table.getByRole('checkbox', { name: 'Unusual days of Maya 18' }));

  await vi.waitFor(() =>
    expect(api.bodies).toContainEqual({
      loginEnding: false,
      accounts: [
        { accountId: '17', kinds },
        { accountId: '18', kinds: ['unusual_day'] },
      ],
    }),
  );
  const all = await screen.findByRole('switch', { name: 'Unusual days' });
  expect(all.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(all);
  await vi.waitFor(() =>
    expect(api.bodies).toContainEqual({ loginEnding: false, accounts: [{ accountId: '17', kinds: ['sync_behind'] }] }),
  );
});

it('reports that alerts failed to load', async () => {
  await show(<AlertsPanel />, { 'GET /user/alert-settings': { refuse: 'internal_error' } });

  expect(await screen.findByText('Could not load your alerts')).toBeTruthy();
});
