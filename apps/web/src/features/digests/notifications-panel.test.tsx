import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { ConfigContext } from '#web/platform/config.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { stubbedConfig } from '#web/platform/stubbed-config.ts';
import { NotificationsPanel } from './notifications-panel.tsx';

const schedule = {
  isOn: false,
  cadence: 'weekly',
  weekday: 1,
  monthDay: 1,
  hour: 8,
  timeZone: 'Europe/Berlin',
  accountIds: null,
};
const own = { subscriptions: ['digest'], left: [], lastFailure: null, confirmationSentAt: null };
const recipients = [
  { ...own, id: '1', address: 'maya@tidemark.test', state: 'confirmed' },
  { ...own, id: '2', address: 'team@tidemark.test', state: 'unconfirmed' },
  { ...own, id: '3', address: 'gone@tidemark.test', state: 'disabled', lastFailure: '550 5.1.1 No such mailbox' },
];
function show({ sendsMail = true } = {}) {
  const api = stubApi({
    'GET /user/digest': { schedule, nextAt: null },
    'PUT /user/digest': (body) => ({ schedule: body, nextAt: '2026-11-23T07:00:00.000Z' }),
    'GET /user/recipients': { recipients },
    'POST /user/digest/preview': { digest: null },
    'POST /user/digest/test': { success: true },
  });
  const queries = createQueryClient();
  queries.setQueryData(userQuery.queryKey, { user: { email: 'maya@tidemark.test' } } as never); // nothing else is shown
  render(
    <ConfigContext value={{ ...stubbedConfig, sendsMail }}>
      <QueryClientProvider client={queries}>
        <AccountsProvider>
          <NotificationsPanel />
        </AccountsProvider>
      </QueryClientProvider>
    </ConfigContext>,
  );
  return api;
}
afterEach(() => vi.unstubAllGlobals());

it("is off, and shows the next digest's date once turned on", async () => {
  show();
  const digest = await screen.findByRole('switch', { name: 'Send a digest' });
  expect(digest.getAttribute('aria-checked')).toBe('false');

  fireEvent.click(digest);

  expect(await screen.findByText('The next one is sent on Monday, Nov 23 at 8:00 AM (Europe/Berlin).')).toBeTruthy();
});

it("shows each recipient's state and the next step", async () => {
  const api = show();

  expect(await screen.findByText('Confirmed')).toBeTruthy();
  expect(screen.getByText('Not confirmed')).toBeTruthy();
  expect(screen.getByText('Disabled')).toBeTruthy();
  expect(screen.getByText('The mail server answered: 550 5.1.1 No such mailbox')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send a test to team@tidemark.test' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Send a test to maya@tidemark.test' }));

  await vi.waitFor(() => expect(api.bodies).toContainEqual({ schedule, recipientId: '1' }));
});

it('cannot be turned on without a mail server', async () => {
  show({ sendsMail: false });

  const digest = await screen.findByRole('switch', { name: 'Send a digest' });

  expect(digest).toHaveProperty('disabled', true);
  expect(screen.getByText(/Ask your operator to set SMTP_URL/)).toBeTruthy();
  expect(screen.queryByText('Recipients')).toBeNull();
});
