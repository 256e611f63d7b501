import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { account, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { AccountHead } from './account-head.tsx';

const others = ['Theo Okafor', 'Ines Duarte'].map((name, at) => ({
  ...account,
  _id: `1784140000000${at + 2}`,
  metadata: { ...account.metadata, name },
}));
const accounts = [account, ...others];
const show = (list = accounts, shown = account) =>
  renderAnalytics(<AccountHead account={shown} />, { '/account/list': { accounts: list } });

it('links to the profile at Instagram', async () => {
  await show();

  const link = await screen.findByRole('link', { name: `@${account.username} on Instagram` });
  expect(link.getAttribute('href')).toBe(`https://www.instagram.com/${account.username}/`);
});

it('links to the profile at Bluesky', async () => {
  const onBluesky = { ...account, type: 'bluesky_account' as const, username: 'maya.test' };
  await show([onBluesky], onBluesky);

  const link = await screen.findByRole('link', { name: '@maya.test on Bluesky' });
  expect(link.getAttribute('href')).toBe('https://bsky.app/profile/maya.test');
});

it('leads around the account list in both directions', async () => {
  await show();

  const previous = await screen.findByRole('link', { name: 'Previous account: Ines Duarte' });
  const next = screen.getByRole('link', { name: 'Next account: Theo Okafor' });
  expect(previous.getAttribute('href')).toContain(`/account/${accounts[2]?._id}`);
  expect(next.getAttribute('href')).toContain(`/account/${accounts[1]?._id}`);
});

it('has no neighbours for a single account, and no followers where they are unknown', async () => {
  const alone = { ...account, metadata: { ...account.metadata, followersCount: null, mediaCount: null } };
  await show([alone], alone);

  await screen.findByRole('link', { name: /on Instagram/ });
  expect(screen.queryByRole('navigation', { name: 'Other accounts' })).toBeNull();
  expect(screen.queryByText(/follower|post/)).toBeNull();
});
