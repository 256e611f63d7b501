import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AccountsProvider, useShownAccounts } from '#web/features/accounts/index.ts';
import { FiguresProvider } from '#web/features/periods/index.ts';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { stubbedAccount } from '#web/platform/stubbed-account.ts';
import ShareDialog from './share-dialog.tsx';

const toAccount = (id: string, name: string) => ({
  ...stubbedAccount,
  _id: id,
  metadata: { ...stubbedAccount.metadata, name },
});
const accounts = [toAccount('17841400000017', 'Fjordlys'), toAccount('17841400000018', 'Ritmo Studio')];

/** The Overview offers sharing once its accounts are loaded. */
function Page() {
  return useShownAccounts().length > 0 && <ShareDialog onClose={() => {}} />;
}

async function show(replies: StubbedApi['replies'] = {}) {
  const api = stubApi({
    'GET /account/list': { accounts },
    'POST /user/shares': { url: 'https://t.test/share/x' },
    ...replies,
  });
  const frame = ({ children }: { children: ReactNode }) => (
    <AccountsProvider>
      <FiguresProvider>{children}</FiguresProvider>
    </AccountsProvider>
  );
  const address = '/?from=2026-11-10&to=2026-11-16&accounts=17841400000017';
  await renderAt(address, { '/': () => <Page /> }, { frame });
  const dialog = within(await screen.findByRole('dialog', { name: 'Share this dashboard' }));
  const options = screen.getByText('Options').closest('details') as HTMLDetailsElement;
  return { api, dialog, options };
}
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('creates a link with a title from the account and the days, in one click', async () => {
  const { api, dialog, options } = await show();
  expect(options.open).toBe(false);
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Fjordlys, Nov 10 – 16');

  fireEvent.click(dialog.getByRole('radio', { name: 'Freeze today’s numbers' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Create link' }));

  await waitFor(() => expect(api.calls).toContain('POST /user/shares'));
  expect(api.bodies[api.calls.indexOf('POST /user/shares')]).toMatchObject({
    choice: { title: 'Fjordlys, Nov 10 – 16', accountIds: ['17841400000017'] },
    isFrozen: true,
    passcode: null,
  });
});

it('lets the title follow the options until it is changed', async () => {
  const { dialog } = await show();
  const title = dialog.getByLabelText<HTMLInputElement>('Title');

  fireEvent.click(dialog.getByRole('checkbox', { name: 'Ritmo Studio', hidden: true }));
  fireEvent.change(dialog.getByLabelText('Days'), { target: { value: 'last-28' } });
  expect(title.value).toBe('Fjordlys and Ritmo Studio, last 28 days');
  fireEvent.change(title, { target: { value: 'Autumn' } });
  fireEvent.change(dialog.getByLabelText('Days'), { target: { value: 'last-7' } });

  expect(title.value).toBe('Autumn');
});

it('opens the options if something is missing there, and keeps what was entered', async () => {
  const { api, dialog, options } = await show();
  fireEvent.change(dialog.getByLabelText('Passcode'), { target: { value: 'herons wade' } });
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Fjordlys', hidden: true }));

  fireEvent.click(dialog.getByRole('button', { name: 'Create link' }));

  await waitFor(() => expect(options.open).toBe(true));
  expect(dialog.getByText('Choose at least one account.')).toBeTruthy();
  expect(api.calls).not.toContain('POST /user/shares');
  expect(dialog.getByLabelText<HTMLInputElement>('Passcode').value).toBe('herons wade');
});

it('opens the options if the server refuses what was entered there', async () => {
  const { dialog, options } = await show({ 'POST /user/shares': { refuse: 'invalid_input' } });

  fireEvent.click(dialog.getByRole('button', { name: 'Create link' }));

  await waitFor(() => expect(options.open).toBe(true));
});
