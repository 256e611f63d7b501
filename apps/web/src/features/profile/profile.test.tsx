import type { Account } from '@tidemark/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { account, button, click, show, showWithQueries } from './profile.fixtures.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('profile column', () => {
  it.each([
    ['active', ['Manage Subscription', 'Close Account'], ['Renew Subscription']],
    ['free', ['Close Account'], ['Manage Subscription', 'Renew Subscription']],
    ['canceled', ['Renew Subscription'], ['Manage Subscription', 'Close Account']],
  ] as const)('shows the buttons of a subscription that is %s', async (status, shown, hidden) => {
    await show({ status });

    expect(screen.getByRole('link', { name: 'Log out' })).toBeDefined();
    for (const name of shown) expect(button(name)).toBeDefined();
    for (const name of hidden) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it.each([
    [{ unlimited: true, total: 0 }, 0],
    [{ unlimited: false, total: 3 }, 1],
  ])('mentions a plan that is not sold only if it limits the user: %j', async (accountLimits, times) => {
    await show({ takesPayments: false, accountLimits });

    expect(screen.queryAllByRole('link', { name: 'Plan: Starter' })).toHaveLength(times);
    expect(screen.queryAllByRole('button', { name: 'Manage Subscription' })).toHaveLength(times);
  });

  it('shows the name, the membership date, the plan and its renewal', async () => {
    await show();

    expect(screen.getByRole('heading', { name: 'Theo Okafor' })).toBeDefined();
    expect(screen.getByText('Member since March 5, 2024')).toBeDefined();
    expect(screen.getByText('Starter')).toBeDefined();
    expect(screen.getByText('auto renews on Dec 03, 2099')).toBeDefined();
  });

  it('counts down instead when the plan is cancelled for later', async () => {
    await show({ product: { cancelAt: new Date(Date.now() + 90_061_500).toISOString() } });

    expect(screen.getByText(/Access ends in/).textContent).toMatch(/^Access ends in 1d 1h 1m [01]s$/);
    expect(screen.queryByText(/auto renews/)).toBeNull();
  });

  it.each([
    [[account(1_000)], 'Account', '1,000', 7, '7'],
    [[account(1_001), account(233)], 'Accounts', '1.2k', 5_007, '5k'],
  ])('counts accounts, followers and media, compactly above 1000', async (accounts, label, audience, total, media) => {
    await show({ accounts, replies: { 'GET /media/count': { total } } });

    expect((await screen.findByText(label)).parentElement?.textContent).toBe(`${accounts.length}${label}`);
    await waitFor(() => expect(screen.getByText('Audience').parentElement?.textContent).toBe(`${audience}Audience`));
    await waitFor(() =>
      expect(screen.getByText('Media').parentElement?.textContent).toBe(`${media}Mediaincl. stories`),
    );
  });

  it('counts the followers of accounts on other networks, too', async () => {
    const elsewhere: Account = { ...account(233), type: 'bluesky_account' };
    await show({
      accounts: [account(7), elsewhere, { ...elsewhere, _id: 'not-active', activated: false }],
      replies: { 'GET /account/list/instagram_account/active': { accounts: [account(7)] } },
    });

    await waitFor(() => expect(screen.getByText('Audience').parentElement?.textContent).toBe('240Audience'));
  });

  it("shows 'Unable to reach the product' when the media cannot be counted", async () => {
    await show({ replies: { 'GET /media/count': 'offline' } });

    expect(await screen.findByText('Unable to reach the product')).toBeDefined();
    expect(screen.getByText('Media').parentElement?.textContent).toBe('—not availableMediaincl. stories');
  });

  it('shows numbers that failed to load after a retry', async () => {
    const api = await show({
      accounts: [account(7)],
      replies: { 'GET /media/count': 'offline', 'GET /account/list/instagram_account/active': 'offline' },
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    api.replies['GET /media/count'] = { total: 12 };
    api.replies['GET /account/list/instagram_account/active'] = { accounts: [account(7)] };

    fireEvent.click(retry);

    await waitFor(() => expect(screen.getByText('Media').parentElement?.textContent).toBe('12Mediaincl. stories'));
    await waitFor(() => expect(screen.getByText('Audience').parentElement?.textContent).toBe('7Audience'));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('counts media once when a first sync commits many times', async () => {
    const { api, queries } = await showWithQueries({ accounts: [account(7)] });
    await waitFor(() => expect(api.calls).toContain('GET /media/count'));
    vi.useFakeTimers({ shouldAdvanceTime: true });

    for (let dataVersion = 2; dataVersion < 13; dataVersion += 1)
      act(() => void queries.setQueryData(['accounts', 'list'], { accounts: [{ ...account(7), dataVersion }] }));
    await act(() => vi.advanceTimersByTimeAsync(10_000));

    expect(api.calls.filter((call) => call === 'GET /media/count')).toHaveLength(2);
  });

  it("shows 'Failed to fetch accounts.'", async () => {
    await show({ replies: { 'GET /account/list/instagram_account/active': 'offline' } });

    expect(await screen.findByText('Failed to fetch accounts.')).toBeDefined();
    expect(screen.getByText('Audience').parentElement?.textContent).toBe('—not availableAudience');
  });
});

describe('payment portal', () => {
  it.each([
    ['active', 'Manage Subscription'],
    ['canceled', 'Renew Subscription'],
  ] as const)('opens for a subscription that is %s', async (status, name) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    await show({ status, replies: { 'GET /subscription/portal': { url: 'https://pay.example/p/1' } } });

    click(name);

    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/p/1'));
  });

  it('opens the plans page instead when there is no paid subscription', async () => {
    await show();

    click('Manage Subscription');

    expect(await screen.findByText('at /subscription')).toBeDefined();
  });

  it('reports that the payment portal is unreachable', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await show({ replies: { 'GET /subscription/portal': { refuse: 'internal_error' } } });

    click('Manage Subscription');

    expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong on our side.');
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe('closing the account', () => {
  it('warns of the last day of access before opening the portal, and can be dismissed', async () => {
    const api = await show();

    click('Close Account');

    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain('payment portal to cancel');
    expect(dialog.textContent).toContain('until the end of your current billing cycle on Dec 03, 2099');
    click('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.calls).not.toContain('GET /subscription/portal');
  });

  it('continues to the payment portal', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    await show({ replies: { 'GET /subscription/portal': { url: 'https://pay.example/p/1' } } });

    click('Close Account');
    click('Continue to Cancel');

    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/p/1'));
  });

  it('reports in the dialog that the payment portal is unreachable', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await show({ replies: { 'GET /subscription/portal': 'offline' } });

    click('Close Account');
    click('Continue to Cancel');

    expect((await screen.findByRole('alert')).textContent).toContain('Could not open the payment portal.');
  });

  it('points free users to data deletion instead of the billing portal', async () => {
    await show({ status: 'free', product: { currentPeriodEnd: null } });

    click('Close Account');

    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain('You’re on the free plan, so there is no subscription to cancel.');
    expect(dialog.textContent).not.toMatch(/portal|billing cycle/);
    expect(screen.queryByRole('button', { name: 'Continue to Cancel' })).toBeNull();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Go to Your Data' }).href).toMatch(
      /\/profile\?tab=.*your-data/,
    );
  });

  it.each([
    ['known beforehand', { 'GET /subscription': { hasPortal: false } }],
    ['found out by the portal', {}],
  ])('says who can end an assigned plan (%s)', async (_, replies) => {
    await show({ replies });

    click('Close Account');
    if (Object.keys(replies).length === 0) click('Continue to Cancel');

    expect(await screen.findByText(/Ask your administrator to end it/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to Your Data' })).toBeDefined();
  });
});

describe('personal data', () => {
  it('downloads the data as a file', async () => {
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await show({ replies: { 'GET /user/export': { a: 1 } } });

    click('Download');

    await waitFor(() => expect(pressed).toHaveBeenCalledOnce());
    expect(made).toHaveBeenCalledOnce();
  });

  it('reports a failed download', async () => {
    await show({ replies: { 'GET /user/export': 'offline' } });

    click('Download');

    expect(await screen.findByText('Could not download your data. Try again in a moment.')).toBeDefined();
  });

  it('deletes the data after typed confirmation, and signs out at the provider', async () => {
    const api = await show({
      replies: { 'DELETE /user': { success: true }, 'POST /session/end': { redirectTo: '/provider/logout' } },
    });
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);

    click('Delete');
    expect(button('Delete Everything').hasAttribute('disabled')).toBe(true);
    fireEvent.change(screen.getByLabelText('Type DELETE to confirm'), { target: { value: 'DELETE' } });
    click('Delete Everything');

    await waitFor(() => expect(replace).toHaveBeenCalledWith('/provider/logout'));
    expect(api.bodies).toContainEqual({ confirm: 'DELETE' });
  });

  it('shows in the dialog why deleting failed', async () => {
    await show({ replies: { 'DELETE /user': { refuse: 'database_unavailable' } } });

    click('Delete');
    fireEvent.change(screen.getByLabelText('Type DELETE to confirm'), { target: { value: 'DELETE' } });
    click('Delete Everything');

    expect((await screen.findByRole('alert')).textContent).toContain('The database is not responding');
  });
});
