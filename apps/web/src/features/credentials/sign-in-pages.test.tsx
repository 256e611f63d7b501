import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { stubbedConfig } from '#web/platform/stubbed-config.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { LinkPage } from './link-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

function show(page: ReactNode) {
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  render(<QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>);
  return replace;
}

async function fill(label: string, value: string) {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.location.hash = '';
});

const asking = { 'POST /credentials/continue': { redirectTo: null, isSetUp: true } };

describe('sign-in page', () => {
  it('signs in with email and password, and asks for a code if required', async () => {
    const api = stubApi({
      ...asking,
      'POST /credentials/sign-in': (body) => ({
        redirectTo: typeof body === 'object' && body && 'code' in body ? '/id/authorize/1' : null,
      }),
    });
    const replace = show(<SignInPage />);
    await fill('Email', 'olu@tidemark.test');
    await fill('Password', 'four quiet herons wade');

    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await fill('Code', '123456');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));

    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/id/authorize/1'));
    expect(api.bodies.at(-1)).toEqual({
      email: 'olu@tidemark.test',
      password: 'four quiet herons wade',
      code: '123456',
    });
  });

  it('links the privacy page and the terms where the server has them', async () => {
    stubApi({ ...asking, 'GET /config': stubbedConfig });
    const written = document.createElement('script');
    written.type = 'application/json';
    written.id = 'tidemark-config';
    written.textContent = JSON.stringify({ ...stubbedConfig, hasLegalPages: true });
    document.body.append(written);
    show(<SignInPage />);

    expect((await screen.findByRole('link', { name: 'Privacy' })).getAttribute('href')).toBe('/privacy');
    expect(screen.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe('/terms');
    written.remove();
  });

  it('reports a wrong email or password, and keeps both', async () => {
    stubApi({ ...asking, 'POST /credentials/sign-in': { refuse: 'credentials_rejected' } });
    show(<SignInPage />);
    await fill('Email', 'olu@tidemark.test');
    await fill('Password', 'wrong');

    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));

    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect email address or password.');
    expect(screen.getByDisplayValue('olu@tidemark.test')).toBeDefined();
  });

  it('continues immediately in a browser that has just used a link', async () => {
    stubApi({ 'POST /credentials/continue': { redirectTo: '/id/authorize/2', isSetUp: true } });
    const replace = show(<SignInPage />);

    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/id/authorize/2'));
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('tells the first visitor where the setup link is, instead of asking for a password', async () => {
    stubApi({ 'POST /credentials/continue': { redirectTo: null, isSetUp: false } });
    show(<SignInPage />);

    expect(await screen.findByRole('heading', { name: 'Nobody has set up this Tidemark yet' })).toBeDefined();
    expect(screen.getByText('tidemark users setup-link')).toBeDefined();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('offers to start over when the sign-in has expired', async () => {
    stubApi({ 'POST /credentials/continue': { refuse: 'sign_in_expired' } });
    show(<SignInPage />);

    expect(await screen.findByText('This sign-in has expired')).toBeDefined();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Start again' }).href).toMatch(/session\/sign-in$/);
  });
});

describe('link page', () => {
  it("sends its secret only in the body, and shows an invitation's address", async () => {
    window.location.hash = '#secret-of-the-link-0123456789';
    const api = stubApi({
      'POST /credentials/link/inspect': { kind: 'invitation', email: 'ines@tidemark.test', name: 'Inês' },
      'POST /credentials/link/use': { kind: 'invitation', email: 'ines@tidemark.test' },
    });
    const replace = show(<LinkPage />);
    await fill('Password', 'four quiet herons wade');

    fireEvent.click(screen.getByRole('button', { name: 'Create account' }));

    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/api/v1/session/sign-in'));
    expect(screen.getByLabelText('Email')).toHaveProperty('readOnly', true);
    expect(api.bodies.at(-1)).toEqual({
      token: 'secret-of-the-link-0123456789',
      name: 'Inês',
      password: 'four quiet herons wade',
    });
  });

  it("shows a password's problem at its field", async () => {
    stubApi({
      'POST /credentials/link/inspect': { kind: 'reset', email: 'ines@tidemark.test', name: 'Inês' },
      'POST /credentials/link/use': { refuse: 'password_weak' },
    });
    show(<LinkPage />);
    await fill('New password', 'short');

    fireEvent.click(screen.getByRole('button', { name: 'Set password' }));

    expect((await screen.findByRole('alert')).textContent).toBe('This password is too easy to guess.');
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
  });

  it('reports an invalid link', async () => {
    stubApi({ 'POST /credentials/link/inspect': { refuse: 'link_invalid' } });
    show(<LinkPage />);

    expect(await screen.findByText('This link does not work')).toBeDefined();
  });
});

describe('forgotten password', () => {
  const config = { meta: {}, sandbox: false, builtInSignIn: true };

  it('sends mail if the server can', async () => {
    stubApi({ ...asking, 'GET /config': { ...config, sendsMail: true } });
    show(<SignInPage />);

    const link = await screen.findByRole('link', { name: 'Forgot your password?' });
    expect(link.getAttribute('href')).toBe('/forgot-password');
  });

  it('refers to an operator if the server cannot send mail', async () => {
    stubApi({ ...asking, 'GET /config': { ...config, sendsMail: false } });
    show(<SignInPage />);

    expect(await screen.findByText(/Ask an operator of this site/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
  });

  it('gives the same answer for every address', async () => {
    const api = stubApi({ 'POST /credentials/reset-request': { success: true } });
    show(<ForgotPassword />);
    await fill('Email', 'olu@tidemark.test');

    fireEvent.click(screen.getByRole('button', { name: 'Send link' }));

    expect((await screen.findByRole('heading', { name: 'Check your mail' })).parentElement?.textContent).toContain(
      'If a user signs in with olu@tidemark.test',
    );
    expect(api.bodies).toEqual([{ email: 'olu@tidemark.test' }]);
  });
});
