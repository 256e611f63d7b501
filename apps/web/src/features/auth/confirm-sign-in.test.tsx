import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { confirmSignIn } from './confirm-sign-in.tsx';
import { openSignedInAgain } from './signed-in-again.ts';

async function ask() {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const onAnswer = vi.fn<(isConfirmed: boolean) => void>();
  void confirmSignIn(Response.json({ error: { code: 'sign_in_again' } })).then(onAnswer);
  await screen.findByRole('button', { name: 'Sign in again' });
  return {
    open,
    click: (name: string) => fireEvent.click(screen.getByRole('button', { name })),
    answered: (isConfirmed: boolean) => waitFor(() => expect(onAnswer).toHaveBeenCalledWith(isConfirmed)),
  };
}

it('continues once the user has signed in again in another window', async () => {
  const { open, click, answered } = await ask();

  click('Sign in again');
  openSignedInAgain().postMessage(null);

  await answered(true);
  expect(open.mock.calls[0]?.[0]).toBe('/api/v1/session/sign-in?prompt=login&returnTo=/signed-in-again');
  expect(screen.queryByRole('button')).toBeNull();
});

it('offers a link when the browser blocks the window', async () => {
  const { click, answered } = await ask();

  click('Sign in again');

  expect(screen.getByRole('link', { name: 'Open the sign-in' }).getAttribute('target')).toBe('_blank');
  click('Cancel');
  await answered(false);
});

it('asks once for concurrent calls, and never after other rejections', async () => {
  const other = await confirmSignIn(Response.json({ error: { code: 'forbidden' } }));
  const second = confirmSignIn(Response.json({ error: { code: 'sign_in_again' } }));
  const { click, answered } = await ask();

  click('Cancel');

  await answered(false);
  expect([other, await second]).toEqual([false, false]);
});
