import type { Credentials } from '@tidemark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { CredentialsCard } from './credentials-card.tsx';

const own: Credentials = {
  email: 'ines@tidemark.test',
  pendingEmail: null,
  hasPassword: true,
  passkeys: [{ id: 'key-1', name: 'Work laptop', createdAt: '2026-11-01T10:00:00.000Z', lastUsedAt: null }],
  usesCodes: false,
  recoveryCodesLeft: 0,
};
const success = { success: true };

function show(
  credentials: Partial<Credentials> = {},
  replies: StubbedApi['replies'] = {},
  props: ComponentProps<typeof CredentialsCard> = {},
) {
  const api = stubApi({ 'GET /user/credentials': { ...own, ...credentials }, ...replies });
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  render(
    <QueryClientProvider client={queries}>
      <CredentialsCard {...props} />
    </QueryClientProvider>,
  );
  return api;
}

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: true }), { target: { value } });
const bodyOf = (api: StubbedApi, call: string) => api.bodies[api.calls.indexOf(call)];
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

// happy-dom has no authenticator.
beforeEach(() => vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {}));
afterEach(() => vi.unstubAllGlobals());

describe('password', () => {
  it('sends the current and the new password', async () => {
    const api = show({}, { 'POST /user/credentials/password': success });
    await click('Change password');
    fill('Current password', 'four quiet herons wade');
    fill('New password', 'nine slow otters drift');

    await click('Save password');

    await isClosed();
    expect(bodyOf(api, 'POST /user/credentials/password')).toEqual({
      currentPassword: 'four quiet herons wade',
      newPassword: 'nine slow otters drift',
    });
  });

  it('offers to end other access after a change', async () => {
    const api = show(
      {},
      {
        'POST /user/credentials/password': success,
        'GET /user/api-keys': { keys: [{ id: 'k1' }, { id: 'k2' }, { id: 'k3', isExpired: true }] },
        'GET /user/shares': {
          links: [
            { id: 's1', state: 'active' },
            { id: 's2', state: 'revoked' },
          ],
        },
        'GET /user/alert-webhook': { webhook: null, deliveries: [] },
        'GET /user/recipients': { recipients: [{ id: 'r1' }] },
        'DELETE /user/api-keys/k1': success,
        'DELETE /user/api-keys/k2': success,
        'POST /user/shares/s1/revoke': success,
      },
    );
    await click('Change password');
    fill('Current password', 'four quiet herons wade');
    fill('New password', 'nine slow otters drift');
    await click('Save password');
    fireEvent.click(await screen.findByLabelText(/^2 API keys/));
    fireEvent.click(screen.getByLabelText(/^1 share link/));
    expect(screen.getByLabelText(/^1 recipient/)).toBeDefined();
    expect(screen.queryByLabelText(/webhook/)).toBeNull();

    await click('End chosen access');

    await isClosed();
    const ended = api.calls.filter((call) => call.startsWith('DELETE ') || call.endsWith('/revoke'));
    expect(ended).toEqual(['DELETE /user/api-keys/k1', 'DELETE /user/api-keys/k2', 'POST /user/shares/s1/revoke']);
  });

  it('offers the same after a reset, and nothing if there is no other access', async () => {
    const nothing = {
      'GET /user/api-keys': { keys: [] },
      'GET /user/shares': { links: [] },
      'GET /user/alert-webhook': { webhook: null, deliveries: [] },
    };
    const onAnswered = vi.fn();
    show({}, { ...nothing, 'GET /user/recipients': { recipients: [{ id: 'r1' }] } }, { isReset: true, onAnswered });

    await click('Keep all');

    expect(onAnswered).toHaveBeenCalledOnce();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can be set without a current one by users with a passkey', async () => {
    const api = show({ hasPassword: false }, { 'POST /user/credentials/password': success });
    await click('Set password');
    expect(screen.queryByLabelText('Current password')).toBeNull();
    fill('New password', 'nine slow otters drift');

    await click('Save password');

    await isClosed();
    expect(bodyOf(api, 'POST /user/credentials/password')).toEqual({ newPassword: 'nine slow otters drift' });
  });

  it.each([
    ['password_wrong', 'Your current password is not correct.'],
    ['sign_in_again', 'Sign in again first: this needs a sign-in within the last ten minutes.'],
    ['sign_in_blocked', 'Too many attempts. Try again later.'],
  ] as const)('stays in its dialog with the reason when refused: %s', async (refuse, reason) => {
    show({}, { 'POST /user/credentials/password': { refuse } });
    await click('Change password');
    fill('Current password', 'wrong');
    fill('New password', 'nine slow otters drift');

    await click('Save password');

    expect((await screen.findByRole('alert')).textContent).toBe(reason);
    expect(screen.getByDisplayValue('nine slow otters drift')).toBeDefined();
  });
});

describe('email', () => {
  it('changes with the current password', async () => {
    const api = show({}, { 'POST /user/credentials/email': { isMailed: true } });
    await click('Change email');
    fill('New email', 'new@tidemark.test');
    fill('Current password', 'four quiet herons wade');

    await click('Save email');

    await isClosed();
    expect(bodyOf(api, 'POST /user/credentials/email')).toEqual({
      email: 'new@tidemark.test',
      currentPassword: 'four quiet herons wade',
    });
  });

  it('names the address that awaits confirmation', async () => {
    show({ pendingEmail: 'new@tidemark.test' });

    expect(await screen.findByText('Becomes new@tidemark.test once confirmed')).toBeDefined();
  });

  it("is confirmed with the mailed link's secret, on request", async () => {
    const onAnswered = vi.fn();
    const api = show(
      {},
      { 'POST /user/credentials/email/confirm': { email: 'new@tidemark.test' } },
      { emailToken: 'secret-of-the-link-1', onAnswered },
    );

    await click('Confirm email');

    await waitFor(() => expect(onAnswered).toHaveBeenCalledOnce());
    expect(bodyOf(api, 'POST /user/credentials/email/confirm')).toEqual({ token: 'secret-of-the-link-1' });
  });
});

describe('passkeys', () => {
  it('require the password, and a code if enabled, to be removed', async () => {
    const api = show({ usesCodes: true }, { 'DELETE /user/credentials/passkeys/key-1': success });
    await click('Remove Work laptop');
    const dialog = within(screen.getByRole('dialog', { name: 'Remove this passkey?' }));
    fill('Current password', 'four quiet herons wade');
    fill('Current code', '123456');

    fireEvent.click(dialog.getByRole('button', { name: 'Remove passkey' }));

    await isClosed();
    expect(bodyOf(api, 'DELETE /user/credentials/passkeys/key-1')).toEqual({
      currentPassword: 'four quiet herons wade',
      currentCode: '123456',
    });
  });

  it('stay unchanged, with the dialog open, if the device refuses', async () => {
    const refused = Object.assign(new Error('canceled'), { name: 'NotAllowedError' });
    vi.stubGlobal('navigator', { credentials: { create: () => Promise.reject(refused) } });
    const options = {
      challenge: 'AAAA',
      rp: { id: 'localhost', name: 'Tidemark' },
      user: { id: 'AAAA', name: 'ines', displayName: 'Inês' },
      pubKeyCredParams: [],
    };
    const api = show({}, { 'POST /user/credentials/passkeys/options': options });
    await click('Add a passkey');
    fill('Name', 'Phone');
    fill('Current password', 'four quiet herons wade');

    await click('Continue');

    await waitFor(() => expect(api.calls).toContain('POST /user/credentials/passkeys/options'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' }).hasAttribute('disabled')).toBe(false));
    expect(api.calls).not.toContain('POST /user/credentials/passkeys');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('authenticator codes', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const started = { secret, uri: `otpauth://totp/Tidemark:ines?secret=${secret}&issuer=Tidemark` };

  it('turn on with a correct code, and show recovery codes once', async () => {
    const recoveryCodes = ['abcd-efgh', 'jkmn-pqrs'];
    const api = show(
      {},
      { 'POST /user/credentials/codes/options': started, 'POST /user/credentials/codes': { recoveryCodes } },
    );
    await click('Turn on codes');
    await screen.findByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP');
    expect(screen.getByRole('img', { name: 'The secret as a QR code' }).querySelector('svg')).not.toBeNull();
    fill('Code', '123 456');
    fill('Current password', 'four quiet herons wade');

    await click('Confirm code');

    for (const code of recoveryCodes) expect(await screen.findByText(code)).toBeDefined();
    expect(bodyOf(api, 'POST /user/credentials/codes')).toEqual({
      secret,
      code: '123456',
      currentPassword: 'four quiet herons wade',
    });
    await click('I have saved them');
    await isClosed();
  });

  it('stay off after a wrong code', async () => {
    show(
      {},
      { 'POST /user/credentials/codes/options': started, 'POST /user/credentials/codes': { refuse: 'code_rejected' } },
    );
    await click('Turn on codes');
    await screen.findByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP');
    fill('Code', '000000');
    fill('Current password', 'four quiet herons wade');

    await click('Confirm code');

    expect((await screen.findByRole('alert')).textContent).toContain('This code is not correct.');
  });

  it('turn off after a warning', async () => {
    const api = show({ usesCodes: true, recoveryCodesLeft: 9 }, { 'POST /user/credentials/codes/remove': success });
    expect(await screen.findByText(/Recovery codes left: 9/)).toBeDefined();
    await click('Turn off codes');
    const dialog = within(screen.getByRole('dialog'));
    fill('Current password', 'four quiet herons wade');
    fill('Current code', 'abcd-efgh');

    fireEvent.click(dialog.getByRole('button', { name: 'Turn off codes' }));

    await isClosed();
    expect(bodyOf(api, 'POST /user/credentials/codes/remove')).toEqual({
      currentPassword: 'four quiet herons wade',
      currentCode: 'abcd-efgh',
    });
  });

  it('are hidden from users without a password', async () => {
    show({ hasPassword: false });

    await screen.findByText('None: you sign in with a passkey');
    expect(screen.queryByText('Authenticator app')).toBeNull();
  });
});

it('offers a retry when credentials fail to load', async () => {
  const api = show({}, { 'GET /user/credentials': 'offline' });
  await screen.findByText('Could not load how you sign in');
  api.replies['GET /user/credentials'] = own;

  await click('Try again');

  expect(await screen.findByText('ines@tidemark.test')).toBeDefined();
});
