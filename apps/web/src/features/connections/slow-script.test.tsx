import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { notConnected, show, stubSlowMetaScript, toast } from './connections.fixtures.tsx';
import type { MetaSdk } from './meta-sdk.ts';

const connect = async () => fireEvent.click(await screen.findByRole('button', { name: 'Connect Meta Business' }));

it('opens the login after a click while its script loads, unless the user cancels', async () => {
  const login = vi.fn<MetaSdk['login']>();
  const { arrive } = stubSlowMetaScript(login);
  await show({ connection: notConnected });

  await connect();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await toast('Facebook login was cancelled or failed')).toBeDefined();
  await connect();
  expect(await screen.findByRole('button', { name: 'Cancel' })).toBeDefined();
  expect(login).not.toHaveBeenCalled();
  arrive();

  await vi.waitFor(() => expect(login).toHaveBeenCalledOnce());
});
