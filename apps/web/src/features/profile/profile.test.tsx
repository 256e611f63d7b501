import type { Account, Product, SubscriptionStatus } from '@tidemark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { stubbedUser as person } from '#web/platform/stubbed-user.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { ProfileColumn, ProfileInformation, YourData } from './index.ts';

function account(followersCount: number): Account {
  return {
    _id: String(followersCount),
    type: 'instagram_account',
    accountName: 'a',
    username: 'a',
    picture: null,
    profile_picture_url: null,
    metadata: { name: null, followersCount, followsCount: 1, mediaCount: 1 },
    earliestDate: null,
    linked: true,
    activated: true,
    syncRunning: false,
    lastSyncAt: null,
    problem: null,
    dataVersion: 1,
    facebookId: null,
  };
}

interface Situation {
  status?: SubscriptionStatus;
  product?: Partial<Product>;
  accounts?: Account[];
  replies?: StubbedApi['replies'];
}

const show = async (situation: Situation = {}) => (await showWithQueries(situation)).api;

async function showWithQueries({ status = 'active', product = {}, accounts = [], replies = {} }: Situation) {
  const user = { ...person, subscription: { ...person.subscription, status } };
  const api = stubApi({
    'GET /account/list': { accounts },
    'GET /media/count': { total: 0 },
    'GET /account/list/instagram_account/active': { accounts },
    'PATCH /user/profile': (body) => ({ success: true, user: { name: 'Theo Okafor', picture: null, ...Object(body) } }),
    'POST /user/profile/upload-image': { success: true, imageUrl: '/api/v1/files/picture-1.webp' },
    'GET /subscription/portal': { refuse: 'no_payment_portal' },
    'GET /subscription': { hasPortal: true },
    ...replies,
  });
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  queries.setQueryData(['user'], {
    user,
    accountRefs: [],
    product: { name: 'Starter', cancelAt: null, currentPeriodEnd: '2099-12-03T12:00:00Z', ...product },
  });
  const root = createRootRoute({ component: Outlet });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <>
        <ProfileColumn />
        <ProfileInformation />
        <YourData />
      </>
    ),
  });
  const elsewhere = (['/logout', '/subscription'] as const).map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => <p>at {path}</p> }),
  );
  const router = createRouter({ routeTree: root.addChildren([page, ...elsewhere]), history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByText('Manage Account');
  return { api, queries };
}

const button = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => fireEvent.click(button(name));
const image = (size = 1000, type = 'image/png') => new File([new Uint8Array(size)], 'me.png', { type });
const choose = (file: File) => fireEvent.change(screen.getByLabelText('Profile photo'), { target: { files: [file] } });
const nameField = () => screen.getByLabelText<HTMLInputElement>('Display Name');
/** Chooses a file and confirms its crop; happy-dom neither loads nor draws pictures. */
async function choosePhoto(file: File, { width, height } = { width: 800, height: 600 }) {
  const drawImage = vi.fn();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob(['x'], { type: 'image/webp' })),
  );
  choose(file);
  const picture = await screen.findByRole('img', { name: 'Selected' });
  Object.defineProperties(picture, { naturalWidth: { value: width }, naturalHeight: { value: height } });
  fireEvent.load(picture);
  return { picture, drawn: () => drawImage.mock.calls[0]?.slice(1) };
}
/** Responds on demand. */
function later(reply: object) {
  const { promise, resolve } = Promise.withResolvers<object>();
  return { reply: () => promise, answer: () => resolve(reply) };
}

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

  it('counts the media once when a first sync commits many times', async () => {
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

  it('says that the payment portal is unreachable', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await show({ replies: { 'GET /subscription/portal': { refuse: 'internal_error' } } });

    click('Manage Subscription');

    expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong on our side.');
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe('closing the account', () => {
  it('warns of the portal and of the day on which access ends, and can be dismissed', async () => {
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

  it('says in the dialog that the payment portal is unreachable', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await show({ replies: { 'GET /subscription/portal': 'offline' } });

    click('Close Account');
    click('Continue to Cancel');

    expect((await screen.findByRole('alert')).textContent).toContain('Could not open the payment portal.');
  });

  it('leads a free user to the deletion of their data, and speaks of no portal', async () => {
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
  ])('says of an assigned plan who can end it (%s)', async (_, replies) => {
    await show({ replies });

    click('Close Account');
    if (Object.keys(replies).length === 0) click('Continue to Cancel');

    expect(await screen.findByText(/Ask your administrator to end it/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to Your Data' })).toBeDefined();
  });
});

describe('editing the profile', () => {
  const edit = async (situation: Situation = {}) => {
    const api = await show(situation);
    click('Edit');
    return api;
  };

  it('shows the email as read-only', async () => {
    await edit();

    expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true);
    expect(screen.getByText('Email cannot be changed from here')).toBeDefined();
  });

  it('sends only the trimmed name when only the name was changed', async () => {
    const saving = later({ success: true, user: { name: 'Theo O.', picture: null } });
    const api = await edit({ replies: { 'PATCH /user/profile': saving.reply } });

    fireEvent.change(nameField(), { target: { value: '  Theo O. ' } });
    click('Save Changes');

    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDefined();
    saving.answer();
    expect(await screen.findByText('Profile updated successfully!')).toBeDefined();
    expect(api.bodies.at(api.calls.indexOf('PATCH /user/profile'))).toEqual({ name: 'Theo O.' });
    expect(screen.getByRole('heading', { name: 'Theo O.' })).toBeDefined();
    expect(button('Edit')).toBeDefined();
  });

  it('uploads a photo and sends only its URL', async () => {
    const uploading = later({ success: true, imageUrl: '/api/v1/files/picture-1.webp' });
    const api = await edit({ replies: { 'POST /user/profile/upload-image': uploading.reply } });

    await choosePhoto(image());
    click('Use Photo');
    expect(await screen.findByRole('button', { name: 'Uploading...' })).toBeDefined();
    expect(button('Save Changes').hasAttribute('disabled')).toBe(true);
    uploading.answer();
    expect(await screen.findByText('Profile image uploaded successfully!')).toBeDefined();
    expect(button('Change Photo')).toBeDefined();
    click('Save Changes');

    expect(await screen.findByText('Profile updated successfully!')).toBeDefined();
    expect(api.bodies.at(api.calls.indexOf('PATCH /user/profile'))).toEqual({
      picture: '/api/v1/files/picture-1.webp',
    });
  });

  it.each(['image/gif', 'image/png'])('crops a photo of type %s to a square in its middle', async (type) => {
    const api = await edit();

    const { drawn } = await choosePhoto(image(1000, type));
    click('Use Photo');

    expect(await screen.findByText('Profile image uploaded successfully!')).toBeDefined();
    expect(drawn()).toEqual([100, 0, 600, 600, 0, 0, 512, 512]);
    expect(api.calls).toContain('POST /user/profile/upload-image');
  });

  it('moves and zooms the crop by sliders', async () => {
    await edit();
    const { drawn } = await choosePhoto(image());

    fireEvent.change(screen.getByLabelText('Zoom'), { target: { value: '2' } });
    fireEvent.change(screen.getByLabelText('Left to right'), { target: { value: '1' } });
    fireEvent.change(screen.getByLabelText('Top to bottom'), { target: { value: '0' } });
    click('Use Photo');

    await waitFor(() => expect(drawn()).toEqual([500, 0, 300, 300, 0, 0, 300, 300]));
  });

  it('uploads nothing when the crop is cancelled, or the browser cannot decode the file', async () => {
    const api = await edit();

    await choosePhoto(image());
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();

    choose(image());
    fireEvent.error(await screen.findByRole('img', { name: 'Selected' }));
    expect(await screen.findByText('Please select a valid image file')).toBeDefined();
    expect(api.calls).not.toContain('POST /user/profile/upload-image');
  });

  it('closes without a request when nothing was changed, or on cancel', async () => {
    const api = await edit();
    click('Save Changes');
    expect(button('Edit')).toBeDefined();

    click('Edit');
    fireEvent.change(nameField(), { target: { value: 'Somebody' } });
    click('Cancel');

    expect(screen.getByRole('heading', { name: 'Theo Okafor' })).toBeDefined();
    expect(api.calls).not.toContain('PATCH /user/profile');
  });

  it("shows 'Name is required' and does not save without one", async () => {
    await edit();

    fireEvent.change(nameField(), { target: { value: '   ' } });

    expect(screen.getByText('Name is required')).toBeDefined();
    expect(button('Save Changes').hasAttribute('disabled')).toBe(true);
  });

  it("shows 'Failed to update profile', and why", async () => {
    await edit({ replies: { 'PATCH /user/profile': { refuse: 'database_unavailable' } } });

    fireEvent.change(nameField(), { target: { value: 'Theo O.' } });
    click('Save Changes');

    expect(await screen.findByText('Failed to update profile')).toBeDefined();
    expect(screen.getByRole('alert').textContent).toBe('The database is not responding. Try again in a moment.');
  });

  it.each([
    ['that is no image', image(10, 'text/html'), 'Please select a valid image file'],
    ['of 5 MB', image(5 * 1024 * 1024), 'Image size must be less than 5MB'],
  ])('does not upload a file %s', async (_, file, text) => {
    const api = await edit();

    choose(file);

    expect(await screen.findByText(text)).toBeDefined();
    expect(api.calls).not.toContain('POST /user/profile/upload-image');
  });

  it.each([
    ['internal_error', 'Failed to upload image'],
    ['image_invalid', 'Please select a valid image file'],
    ['image_too_large', 'Image size must be less than 5MB'],
  ] as const)('reports a failed upload in a toast and inline: %s', async (refuse, text) => {
    await edit({ replies: { 'POST /user/profile/upload-image': { refuse } } });

    await choosePhoto(image());
    click('Use Photo');

    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    expect(screen.getByRole('alert').textContent).toBe(text);
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

  it('deletes the data once the word is typed, and signs out', async () => {
    const api = await show({ replies: { 'DELETE /user': { success: true } } });

    click('Delete');
    expect(button('Delete Everything').hasAttribute('disabled')).toBe(true);
    fireEvent.change(screen.getByLabelText('Type DELETE to confirm'), { target: { value: 'DELETE' } });
    click('Delete Everything');

    expect(await screen.findByText('at /logout')).toBeDefined();
    expect(api.bodies).toContainEqual({ confirm: 'DELETE' });
  });

  it('reports why the deletion failed in the dialog', async () => {
    await show({ replies: { 'DELETE /user': { refuse: 'database_unavailable' } } });

    click('Delete');
    fireEvent.change(screen.getByLabelText('Type DELETE to confirm'), { target: { value: 'DELETE' } });
    click('Delete Everything');

    expect((await screen.findByRole('alert')).textContent).toContain('The database is not responding');
  });
});
