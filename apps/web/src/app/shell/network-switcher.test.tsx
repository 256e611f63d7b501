import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AccountsProvider, useSelectedNetwork } from '#web/features/accounts/index.ts';
import { ConfigContext } from '#web/platform/config.ts';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { stubbedAccount } from '#web/platform/stubbed-account.ts';
import { blueskyConfig, stubbedConfig } from '#web/platform/stubbed-config.ts';
import { NetworkSwitcher } from './network-switcher.tsx';

const accounts = [stubbedAccount, { ...stubbedAccount, _id: '2', type: 'bluesky_account' }];

function Selected() {
  return <p>Selected: {useSelectedNetwork()}</p>;
}

async function open(config = blueskyConfig, linked = accounts) {
  stubApi({ 'GET /account/list': { accounts: linked } });
  const page = () => (
    <ConfigContext value={config}>
      <NetworkSwitcher />
      <Selected />
    </ConfigContext>
  );
  await renderAt('/', { '/': page }, { frame: AccountsProvider });
  await screen.findByText('Selected: instagram_account');
}

const names = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));

it('shows Bluesky after the eight others, and selects it', async () => {
  await open();

  expect(names().at(-1)).toBe('Bluesky');
  fireEvent.click(screen.getByRole('button', { name: 'Bluesky' }));

  expect(await screen.findByText('Selected: bluesky_account')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Instagram' }));
});

it('cannot select Bluesky without an account there, but does not announce it', async () => {
  await open(blueskyConfig, [stubbedAccount]);

  expect(screen.getByRole('button', { name: 'Bluesky' }).getAttribute('aria-disabled')).toBe('true');
});

it('shows the eight networks by default', async () => {
  await open(stubbedConfig, [stubbedAccount]);

  expect(names()).toEqual([
    'Coming Soon! Facebook',
    'Instagram',
    'Coming Soon! Google',
    'Coming Soon! X (Twitter)',
    'Coming Soon! TikTok',
    'Coming Soon! Pinterest',
    'Coming Soon! LinkedIn',
    'Coming Soon! YouTube',
  ]);
});
