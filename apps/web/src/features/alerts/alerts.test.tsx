import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { ConfigContext } from '#web/platform/config.ts';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { stubbedConfig } from '#web/platform/stubbed-config.ts';
import { AlertBell } from './alert-bell.tsx';
import { AlertsPanel } from './alerts-panel.tsx';

const account = { _id: '17', type: 'instagram_account', username: 'maya', accountName: 'maya', activated: true };
const alert = {
  id: '0f3d8b0e-0a5e-4a53-8a55-0b8f6f3f9a10',
  accountId: '17',
  kind: 'unusual_day',
  day: '2026-11-19',
  sentence: '@maya had 40,512 views on Thursday, Nov 19.',
  step: 'See the day’s numbers and posts',
  path: '/?from=2026-11-19&to=2026-11-19&accounts=17',
  createdAt: '2026-11-21T06:10:00.000Z',
  isRead: false,
};

async function show(content: ReactNode, answers: Parameters<typeof stubApi>[0]) {
  const api = stubApi({
    'GET /account/list': { accounts: [{ ...account, metadata: { name: 'Maya' } }] },
    'GET /user/alert-webhook': { webhook: null, deliveries: [] },
    'POST /user/alerts/preview': { alerts: [] },
    'GET /user/recipients': { recipients: [] },
    ...answers,
  });
  const { router } = await renderAt(
    '/',
    { '/': () => <ConfigContext value={{ ...stubbedConfig, sendsMail: true }}>{content}</ConfigContext> },
    { frame: AccountsProvider },
  );
  return { api, router };
}
afterEach(() => vi.unstubAllGlobals());

it('counts unread alerts on the bell', async () => {
  await show(<AlertBell />, { 'GET /user/alerts': { alerts: [alert], unread: 1 } });

  expect(await screen.findByRole('button', { name: 'Alerts, 1 unread' })).toBeTruthy();
});

it('previews what happened, with what to do next', async () => {
  await show(<AlertsPanel />, {
    'GET /user/alert-settings': { all: { app: ['unusual_day'], mail: [] }, exceptions: [] },
    'POST /user/alerts/preview': { alerts: [alert] },
  });

  expect(await screen.findByText(alert.sentence)).toBeTruthy();
  expect(screen.getByRole('link', { name: alert.step }).getAttribute('href')).toBe(alert.path);
});

it('creates a webhook and shows its secret once', async () => {
  const webhook = { url: 'https://hooks.example/', createdAt: alert.createdAt, disabledReason: null };
  await show(<AlertsPanel />, {
    'GET /user/alert-settings': { all: { app: [], mail: [] }, exceptions: [] },
    'PUT /user/alert-webhook': { webhook, secret: 'whsec_1' },
  });

  fireEvent.change(await screen.findByLabelText(/Webhook URL/), { target: { value: 'https://hooks.example/' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save webhook' }));

  expect(await screen.findByDisplayValue('whsec_1')).toBeTruthy();
});

const accounts = ['17', '18'].map((_id) => ({
  ...account,
  _id,
  username: `m${_id}`,
  metadata: { name: `Maya ${_id}` },
}));
const kinds = ['unusual_day', 'post_above_peers', 'follower_milestone', 'follower_fall', 'sync_behind'];
const settings = { all: { app: [...kinds, 'login_ending'], mail: [] }, exceptions: [] };

it('is on in the app until a kind is turned off, and saves each choice at once', async () => {
  const { api } = await show(<AlertsPanel />, {
    'GET /user/alert-settings': settings,
    'PUT /user/alert-settings': (body) => body,
  });
  const toggle = await screen.findByRole('switch', { name: 'Milestones, in the app' });
  expect(toggle.getAttribute('aria-checked')).toBe('true');
  expect(screen.getByRole('switch', { name: 'Milestones, by mail' }).getAttribute('aria-checked')).toBe('false');

  fireEvent.click(toggle);

  const app = settings.all.app.filter((kind) => kind !== 'follower_milestone');
  await vi.waitFor(() => expect(api.bodies).toContainEqual({ all: { app, mail: [] }, exceptions: [] }));
});

it('turns a kind on in the app with its mail, and names the recipients that are missing', async () => {
  const { api } = await show(<AlertsPanel />, {
    'GET /user/alert-settings': { all: { app: [], mail: [] }, exceptions: [] },
    'PUT /user/alert-settings': (body) => body,
    'GET /user/recipients': { recipients: [] },
  });

  fireEvent.click(await screen.findByRole('switch', { name: 'Late syncs, by mail' }));

  await vi.waitFor(() =>
    expect(api.bodies).toContainEqual({ all: { app: ['sync_behind'], mail: ['sync_behind'] }, exceptions: [] }),
  );
  expect(await screen.findByText(/^No recipient receives alerts yet/)).toBeTruthy();
});

it('adds an exception for one account, and removes it', async () => {
  const { api } = await show(<AlertsPanel />, {
    'GET /account/list': { accounts },
    'GET /user/alert-settings': settings,
    'PUT /user/alert-settings': (body) => body,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add an exception' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an exception' }));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);

  fireEvent.change(dialog.getByLabelText('Account'), { target: { value: '18' } });
  fireEvent.click(dialog.getByRole('switch', { name: 'Milestones, in the app' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));

  const app = kinds.filter((kind) => kind !== 'follower_milestone');
  await vi.waitFor(() =>
    expect(api.bodies).toContainEqual({ all: settings.all, exceptions: [{ accountId: '18', app, mail: [] }] }),
  );
  const row = within((await screen.findByText('no milestones')).closest('li') ?? document.body);
  expect(row.getByText('Maya 18')).toBeTruthy();
  fireEvent.click(row.getByRole('button', { name: 'Remove the exception for Maya 18' }));
  expect(await screen.findByText('All accounts have the same alerts.')).toBeTruthy();
});

it('offers no exceptions with a single account', async () => {
  await show(<AlertsPanel />, { 'GET /user/alert-settings': settings });

  await screen.findByRole('switch', { name: 'Milestones, in the app' });
  expect(screen.queryByRole('button', { name: 'Add an exception' })).toBeNull();
});

it('reports that alerts failed to load', async () => {
  await show(<AlertsPanel />, { 'GET /user/alert-settings': { refuse: 'internal_error' } });

  expect(await screen.findByText('Could not load your alerts')).toBeTruthy();
});
