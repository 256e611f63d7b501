import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { ConfigContext } from '#web/platform/config.ts';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubbedUser } from '#web/platform/stubbed-user.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { blueskyConfig, stubbedConfig } from '#web/platform/stubbed-config.ts';
import { BlueskyLogins } from './bluesky-logins.tsx';
import { BlueskyReturnPage } from './bluesky-return-page.tsx';

const login = {
  accountId: 'b1',
  username: 'fjordlys.test',
  name: 'Fjordlys',
  picture: null,
  connectedAt: '2026-10-18T23:02:00.000Z',
  linked: false,
};
const accountRefs = [{ accountId: 'b1', type: 'bluesky_account' as const }];

beforeEach(() => void vi.spyOn(window.location, 'assign').mockImplementation(() => undefined));

async function open(
  address: string,
  replies: Parameters<typeof stubApi>[0],
  config = blueskyConfig,
  user = stubbedUser,
) {
  const api = stubApi({
    'GET /account/list': { accounts: [] },
    'GET /user/connections/bluesky': { success: true, logins: [login] },
    ...replies,
  });
  const frame = ({ children }: { children: React.ReactNode }) => (
    <ConfigContext value={config}>
      <AccountsProvider>{children}</AccountsProvider>
    </ConfigContext>
  );
  const pages = { '/': BlueskyLogins, '/connect/bluesky': BlueskyReturnPage, '/profile': () => 'Profile' };
  await renderAt(address, pages, { frame, loaded: { user: { user } } });
  return api;
}

const bodiesOf = ({ calls, bodies }: StubbedApi, call: string) =>
  bodies.filter((_body, index) => calls[index] === call);

function enter(handle: string) {
  fireEvent.change(screen.getByLabelText(/Bluesky handle/), { target: { value: handle } });
  fireEvent.click(screen.getByRole('button', { name: 'Connect Bluesky' }));
}

describe('accounts on Bluesky', () => {
  it('are connected at their own server', async () => {
    const url = 'https://pds.test/oauth/authorize?request_uri=1';
    const api = await open('/', { 'POST /auth/bluesky/start': { success: true, url } });

    enter('fjordlys.test');

    await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith(url));
    expect(bodiesOf(api, 'POST /auth/bluesky/start')).toEqual([{ handle: 'fjordlys.test' }]);
  });

  it('say beside the field why a handle is not accepted', async () => {
    await open('/', { 'POST /auth/bluesky/start': { refuse: 'bluesky_handle_unknown' } });

    enter('nobody.test');

    expect(await screen.findByText(/No account on Bluesky has this handle/)).toBeTruthy();
    expect(screen.getByLabelText(/Bluesky handle/).getAttribute('aria-invalid')).toBe('true');
  });

  it('are linked with their type', async () => {
    const api = await open('/', {
      'GET /account/get': { account: { _id: 'b1' } },
      'POST /user/account/link': { success: true, accountRefs },
      'POST /account/activate': { success: true, details: { instagramError: null } },
      'GET /account/b1/sync-status': { refuse: 'account_not_found' },
    });

    fireEvent.click(await screen.findByRole('button', { name: 'Link @fjordlys.test' }));

    await waitFor(() =>
      expect(bodiesOf(api, 'POST /account/activate')).toEqual([
        { accountId: 'b1', type: 'bluesky_account', accountRefId: 'b1' },
      ]),
    );
  });
});

it('shows accounts that are left while Bluesky is disabled, without offering to connect one', async () => {
  const user = { ...stubbedUser, accountRefs };
  const api = await open('/', {}, stubbedConfig, user);

  expect(await screen.findByRole('button', { name: 'Disconnect @fjordlys.test' })).toBeTruthy();
  expect(screen.getByText(/Bluesky is disabled on this installation/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Connect Bluesky' })).toBeNull();
  expect(api.calls).toContain('GET /user/connections/bluesky');
});

it('asks nothing about Bluesky where it is disabled and was never used', async () => {
  const api = await open('/', {}, stubbedConfig);

  expect(api.calls).not.toContain('GET /user/connections/bluesky');
});

describe('the page to which an account’s server returns', () => {
  it('sends the answer once and opens the profile', async () => {
    const api = await open('/connect/bluesky?state=s&iss=https%3A%2F%2Fpds.test&code=c', {
      'POST /auth/bluesky/authorize': { success: true, accountId: 'b1', username: 'fjordlys.test' },
    });

    expect(await screen.findByText('Profile')).toBeTruthy();
    expect(bodiesOf(api, 'POST /auth/bluesky/authorize')).toEqual([{ state: 's', iss: 'https://pds.test', code: 'c' }]);
  });

  it.each([
    ['?state=s&error=access_denied', /You did not allow access/],
    ['', /did not confirm the sign-in/],
  ])('says why nothing was connected after %j', async (search, text) => {
    await open(`/connect/bluesky${search}`, {
      'POST /auth/bluesky/authorize': { refuse: 'bluesky_login_denied' },
    });

    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to your profile' })).toBeTruthy();
  });
});
