import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { ConfirmRecipientPage } from './confirm-recipient-page.tsx';
import { UnsubscribePage } from './unsubscribe-page.tsx';

const Frame = ({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) => (
  <main>
    <h1>{title}</h1>
    <p>{text}</p>
    {children}
  </main>
);
const show = (page: ReactNode) =>
  render(<QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>);
afterEach(() => {
  vi.unstubAllGlobals();
  window.location.hash = '';
});

it('confirms an address on click, not on opening the page', async () => {
  window.location.hash = 'secret';
  const api = stubApi({ 'POST /mail/confirm': { address: 'team@tidemark.test' } });
  show(<ConfirmRecipientPage Frame={Frame} />);
  expect(api.bodies).toEqual([]);

  fireEvent.click(screen.getByRole('button', { name: 'Confirm address' }));

  expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeTruthy();
  expect(api.bodies).toEqual([{ token: 'secret' }]);
});

it('says why a link cannot confirm', async () => {
  stubApi({ 'POST /mail/confirm': { refuse: 'mail_link_invalid' } });
  show(<ConfirmRecipientPage Frame={Frame} />);

  fireEvent.click(screen.getByRole('button', { name: 'Confirm address' }));

  expect(await screen.findByText(/has expired, was replaced/)).toBeTruthy();
});

it('unsubscribes without signing in', async () => {
  window.location.hash = 'digest.secret';
  stubApi({ 'POST /mail/unsubscribe/digest/secret': { address: 'team@tidemark.test' } });
  show(<UnsubscribePage Frame={Frame} />);

  fireEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));

  expect(await screen.findByRole('heading', { name: 'You are unsubscribed' })).toBeTruthy();
});
