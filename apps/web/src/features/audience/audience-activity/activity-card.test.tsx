import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { busy, quiet } from '#web/features/metrics/metrics.fixtures.ts';
import { refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { ActivityCard } from './activity-card.tsx';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(0);
});

it('shows each weekday’s share, and each block of the week', async () => {
  await renderAnalytics(<ActivityCard />, { 'media/activity': busy });

  const days = await screen.findByRole('list', { name: 'Posts by weekday' });
  expect(
    within(days)
      .getAllByRole('listitem')
      .map((day) => day.textContent),
  ).toEqual(['25%Sun', '0%Mon', '0%Tue', '0%Wed', '75%Thu, strongest day', '0%Fri', '0%Sat']);
  const row = screen.getByRole('row', { name: /12p-4p/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['10', '0', '0', '0', '30', '0', '0']);
});

it('counts interactions on request', async () => {
  await renderAnalytics(<ActivityCard />, { 'media/activity': busy });
  await screen.findByRole('list', { name: 'Posts by weekday' });

  fireEvent.click(screen.getByRole('radio', { name: 'Interactions' }));

  expect(screen.getByRole('row', { name: /12p-4p/ }).textContent).toContain('7.5k');
});

it('filters posts by weekday or block on click, and clears the filter on the next click', async () => {
  const { router } = await renderAnalytics(<ActivityCard />, { 'media/activity': busy });
  const days = await screen.findByRole('list', { name: 'Posts by weekday' });
  const when = () => new URLSearchParams(router.state.location.searchStr).get('when');

  fireEvent.click(within(days).getByRole('button', { name: /Thu/ }));
  await waitFor(() => expect(when()).toBe('thu'));
  fireEvent.click(screen.getByRole('button', { name: 'Sun, 12p-4p: 10' }));
  await waitFor(() => expect(when()).toBe('sun.12p-4p'));
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('10');
  fireEvent.click(screen.getByRole('button', { pressed: true }));

  await waitFor(() => expect(when()).toBeNull());
  expect(within(days).queryByRole('button', { name: /Mon/ })).toBeNull();
});

it('describes the account in one sentence', async () => {
  await renderAnalytics(<ActivityCard />, { 'media/activity': busy });

  const identity = await screen.findByRole('region', { name: 'Identity statement' });
  expect(identity.textContent).toBe(
    'This account publishes most on Thursdays (75% of all posts), mainly in the afternoon (12p-4p), often using #bread.',
  );
});

it('opens the first panel with content, and disables empty ones', async () => {
  await renderAnalytics(<ActivityCard />, { 'media/activity': { ...busy, hashtags: {}, mentions: { '@theo': 2 } } });

  const mentions = await screen.findByRole('button', { name: 'Mentions' });
  expect(mentions.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('list', { name: 'Mentions' }).textContent).toBe('@theo100%');
  expect(screen.getByRole('button', { name: /Hashtags/ }).matches(':disabled')).toBe(true);

  fireEvent.click(mentions);

  expect(mentions.getAttribute('aria-expanded')).toBe('false');
});

it('says how many names a list omits, and how many tie with the last one', async () => {
  const hashtags = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`#tag${index}`, index === 0 ? 3 : 1]));
  await renderAnalytics(<ActivityCard />, { 'media/activity': { ...busy, hashtags } });

  expect(await screen.findByText('Top 5 of 9; 4 more have the same share as the last.')).toBeTruthy();
});

it('says that nothing was published', async () => {
  await renderAnalytics(<ActivityCard />, { 'media/activity': quiet });

  expect(await screen.findByText('No post activity data available')).toBeTruthy();
});

it('reports that activity failed to load, and retries on request', async () => {
  let answer: unknown = refused;
  await renderAnalytics(<ActivityCard />, { 'media/activity': () => answer });
  expect(await screen.findByText('Unabled to retreive post activity')).toBeTruthy();

  answer = busy;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('list', { name: 'Posts by weekday' })).toBeTruthy();
});

it('calls fewer than 20 posts too few for a pattern, and offers a longer range', async () => {
  const [few, enough] = [19, 20].map((total) => ({ ...busy, total }));
  const { router } = await renderAnalytics(<ActivityCard />, { 'media/activity': few });

  const identity = await screen.findByRole('region', { name: 'Identity statement' });
  expect(identity.textContent).toContain('19 posts in this range: too few to tell which days or hours are usual.');
  expect(screen.queryByText(/strongest day/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Last 90 Days' }));
  await waitFor(() => expect(router.state.location.searchStr).toContain('last-90-days'));

  cleanup();
  await renderAnalytics(<ActivityCard />, { 'media/activity': enough });
  expect(await screen.findByText(/strongest day/)).toBeTruthy();
});
