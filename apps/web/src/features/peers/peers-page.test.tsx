import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { withInstagramLogin, withoutPage } from '#web/features/connections/without-page.fixtures.ts';
import { FiguresProvider } from '#web/features/periods/index.ts';
import { ConfigContext } from '#web/platform/config.ts';
import { renderAt } from '#web/platform/render-at.tsx';
import { provideSession } from '#web/platform/session/session.ts';
import { stubFetch } from '#web/platform/stubbed-api.ts';
import { stubbedConfig } from '#web/platform/stubbed-config.ts';
import { PeersPage } from './peers-page.tsx';
import { comparison, figures, peer } from './peers.fixtures.ts';

const path = '/metrics/peers';
const account = {
  _id: '17841400000001',
  type: 'instagram_account',
  accountName: 'maya',
  username: 'maya',
  picture: null,
  metadata: { name: 'Maya Lindqvist' },
  activated: true,
};
interface Refusal {
  status: number;
  body: unknown;
}
const isRefusal = (reply: unknown): reply is Refusal =>
  typeof reply === 'object' && reply !== null && 'status' in reply && 'body' in reply;

/** Renders the page with these replies, by path ending. */
async function show(reply: unknown = comparison, more: Record<string, unknown> = {}, config = stubbedConfig) {
  const asked: { path: string; body: unknown }[] = [];
  const replies: Record<string, unknown> = { '/account/list': { accounts: [account] }, [path]: reply, ...more };
  stubFetch((_method, url, body) => {
    asked.push({ path: url, body });
    const said = replies[Object.keys(replies).find((end) => url.endsWith(end)) ?? ''];
    return Promise.resolve(
      isRefusal(said) ? Response.json(said.body, { status: said.status }) : Response.json(said ?? {}),
    );
  });
  provideSession({
    accessToken: () => 'token',
    renew: () => Promise.resolve('token'),
    confirm: async () => false,
    leave: () => {},
  });
  const frame = ({ children }: { children: ReactNode }) => (
    <ConfigContext value={config}>
      <AccountsProvider>
        <FiguresProvider>{children}</FiguresProvider>
      </AccountsProvider>
    </ConfigContext>
  );
  return { ...(await renderAt('/', { '/': PeersPage }, { frame })), asked };
}
const cellsOf = async (name: RegExp) => {
  const table = await screen.findByRole('table', { name: 'Public data by account' });
  return within(within(table).getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
};
const missing = (reason: 'history_too_short' | 'likes_hidden') => ({ value: null, missing: reason });
const refusal = (code: string, message: string) => ({
  status: 422,
  body: { success: false, message, error: { code, message, details: { field: 'username' }, requestId: '1' } },
});

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => vi.unstubAllGlobals());

it('says how the account grows beside its peers', async () => {
  await show();

  const sentence = (await screen.findByText('4.2%', { selector: 'em' })).closest('p');
  expect(sentence?.textContent).toBe('Your followers grew by 4.2% in 30 days, faster than 100% of your 3 peers.');
});

it('says when the number of followers has not changed', async () => {
  const growth = comparison.own.growth.map((one) => (one.days === 30 ? { ...one, change: 0, percent: 0 } : one));
  const ranks = { ...comparison.ranks, growth: { percentile: 67, peers: 3 } };
  await show({ ...comparison, ranks, own: { ...comparison.own, growth } });

  expect(
    await screen.findByText('You have as many followers as 30 days ago; 67% of your 3 peers did worse.'),
  ).toBeTruthy();
});

it('says that peers are no longer measured once the plan includes none', async () => {
  await show({ ...comparison, limit: 0, requestsPerDay: 0 });

  expect(await screen.findByText(/yours are no longer measured/)).toBeTruthy();
  expect(await cellsOf(/harbour.kitchen/)).toContain('1,800');
});

it('shows the account and its peers with the same metrics in one table', async () => {
  await show();

  expect(await cellsOf(/Your account/)).toEqual([
    expect.stringContaining('Maya Lindqvist'),
    '1,800',
    '+18+1.0%',
    '+72+4.2%',
    '−40−2.2%',
    '1.5',
    '64',
    '3',
    '1,250',
    '3.72%',
    '',
  ]);
  expect(screen.getAllByRole('button', { name: /^Remove @/ })).toHaveLength(3);
});

it('shows a dash with the reason for missing data, never zero', async () => {
  const fresh = {
    ...figures,
    growth: figures.growth.map(({ days }) => ({ days, change: null, percent: null, missing: 'history_too_short' })),
    likesPerPost: missing('likes_hidden'),
    hiddenLikes: 24,
  };
  await show({ ...comparison, peers: [peer('new.shop', { figures: fresh as typeof figures })] });

  const cells = await cellsOf(/new\.shop/);
  expect(cells[2]).toBe('—Measured since Nov 20, 2026');
  expect(cells[6]).toBe('—24 posts hide likes');
  expect(screen.getByText(/Likes are hidden on 24 of the newest posts/)).toBeTruthy();
});

it('exports only drawn peers', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { asked } = await show(comparison, { '/metrics/export': {} });

  fireEvent.click(await screen.findByRole('button', { name: /harbour.kitchen/, pressed: true }));
  fireEvent.click(await screen.findByRole('button', { name: 'Export Followers over time' }));
  const menu = await screen.findByRole('menu', { name: 'Export Followers over time', hidden: true });
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }));
  fireEvent.click(await within(menu).findByText('Download CSV'));

  await waitFor(() => expect(asked.at(-1)?.path).toMatch(/export$/));
  const drawn = comparison.peers.filter(({ username }) => username !== 'harbour.kitchen').map(({ id }) => id);
  expect(asked.at(-1)?.body).toMatchObject({ sections: ['peer-days'], accountIds: [account._id], peerIds: drawn });
});

it('shows no percentile with fewer than three peers', async () => {
  const none = Object.fromEntries(Object.keys(comparison.ranks).map((figure) => [figure, null]));
  await show({ ...comparison, peers: comparison.peers.slice(0, 2), ranks: none });

  expect(await screen.findByText('A rank needs at least 3 peers.')).toBeTruthy();
});

it('shows since when a peer is unavailable, and when it awaits the login', async () => {
  const since = '2026-11-19T10:00:00.000Z';
  await show({
    ...comparison,
    peers: [peer('gone', { state: 'unavailable', since }), peer('waiting', { state: 'login_needed', since })],
  });

  expect(await screen.findByText('Not available since Nov 19, 2026')).toBeTruthy();
  expect(screen.getByText('Waiting for your Meta login since Nov 19, 2026')).toBeTruthy();
});

it('shows names and biographies as text', async () => {
  const markup = '<img src=x onerror=alert(1)>';
  const { container } = await show({ ...comparison, peers: [peer('evil', { name: markup, biography: markup })] });

  expect(await screen.findAllByText(markup)).not.toHaveLength(0);
  expect(container.querySelector('img[src=x]')).toBeNull();
});

it('asks for the first peer when the list is empty, and adds it', async () => {
  const { asked } = await show(
    { ...comparison, peers: [], used: 0, requestsPerDay: 0 },
    { '/user/peers': { peerId: peer('x').id, username: 'bread' } },
  );
  expect(await screen.findByText('No peers yet')).toBeTruthy();

  fireEvent.change(screen.getByLabelText('Username or profile URL'), { target: { value: ' @bread ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add peer' }));

  expect(await screen.findByText('@bread was added')).toBeTruthy();
  const added = asked.find((one) => one.path.endsWith('/user/peers'));
  expect(added?.body).toEqual({ accountId: account._id, username: '@bread' });
  expect(asked.filter((one) => one.path.endsWith(path)).length).toBeGreaterThan(1);
});

it('keeps the username typed while another is added', async () => {
  await show(comparison, { '/user/peers': { peerId: peer('x').id, username: 'bread' } });
  const field = await screen.findByLabelText<HTMLInputElement>('Username or profile URL');

  fireEvent.change(field, { target: { value: 'bread' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add peer' }));
  fireEvent.change(field, { target: { value: 'lantern' } });
  await screen.findByText('@bread was added');

  expect(field.value).toBe('lantern');
});

it('explains a rejected username next to the field until it changes', async () => {
  await show(comparison, { '/user/peers': refusal('peer_not_found', 'Instagram shows no such account.') });
  const field = await screen.findByLabelText('Username or profile URL');

  fireEvent.change(field, { target: { value: 'annika' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add peer' }));

  expect((await screen.findByRole('alert')).textContent).toBe('Instagram shows no such account.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(field, { target: { value: 'annika.b' } });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('offers a larger plan when the limit is reached', async () => {
  await show({ ...comparison, used: 10 });

  expect(await screen.findByText(/You’ve reached your plan’s limit of 10 peers/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Compare plans' })).toBeTruthy();
  expect(screen.queryByLabelText('Username or profile URL')).toBeNull();
});

it('asks for confirmation before removing a peer', async () => {
  const { asked } = await show(comparison, { [peer('bread').id]: { success: true } });

  fireEvent.click(await screen.findByRole('button', { name: 'Remove @bread' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/This deletes its history/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));

  await waitFor(() => expect(asked.some((one) => one.path.endsWith(`/user/peers/${peer('bread').id}`))).toBe(true));
});

it('offers a retry when loading fails', async () => {
  await show({ status: 503, body: { success: false, message: 'No', error: { code: 'overloaded', message: 'No' } } });
  expect(await screen.findByText('Could not load your peers')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('asks for an account when none is linked', async () => {
  await show(comparison, { '/account/list': { accounts: [] } });

  expect(await screen.findByText('Link an account first.')).toBeTruthy();
});

it.each([
  ['needs a page for an account that only a login at Instagram reaches', null, true],
  ['compares an account that a business login lists, too', '1048576', false],
] as const)('%s', async (_name, facebookId, lacksPage) => {
  const one = { ...account, facebookId };

  await show(
    comparison,
    { '/account/list': { accounts: [one] }, '/user/connections/meta': withoutPage(account._id) },
    withInstagramLogin,
  );

  if (lacksPage) expect(await screen.findByText('Peers need a Facebook Page.')).toBeTruthy();
  else expect(await screen.findByRole('table', { name: 'Public data by account' })).toBeTruthy();
  expect(screen.queryByLabelText('Username or profile URL') === null).toBe(lacksPage);
});

it('asks for no login at Instagram where the site offers none', async () => {
  const { asked } = await show(comparison, { '/user/connections/meta': withoutPage(account._id) });

  expect(await screen.findByRole('table', { name: 'Public data by account' })).toBeTruthy();
  expect(asked.map((one) => one.path).filter((one) => one.includes('connections'))).toEqual([]);
});
