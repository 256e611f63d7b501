import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mediaItem, mediaMetrics } from '../made-up.ts';
import { refused, renderAnalytics } from '../render-analytics.tsx';
import { HighlightsCard } from './highlights-card.tsx';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

const media = [
  mediaItem('a', { metrics: mediaMetrics(1000, 40), previousPeriodMetrics: mediaMetrics(400, 40) }),
  mediaItem('b', { metrics: mediaMetrics(3000, 60), mediaType: 'video', productType: 'FEED' }),
];
const replies = { 'media/get': { media, total: 2 } };
const pick = (name: string) => screen.getByRole('button', { name: new RegExp(`Caption of ${name}`) });
const figures = () => screen.getByRole('region', { name: 'What they brought' }).textContent;

it('adds up what the picked media brought, all of them while none is picked', async () => {
  await renderAnalytics(<HighlightsCard />, replies);

  await screen.findByText('Caption of a');
  expect(figures()).toContain('All 2 media');
  expect(figures()).toContain('4k');

  fireEvent.click(pick('a'));

  expect(pick('a').getAttribute('aria-pressed')).toBe('true');
  expect(figures()).toContain('1 selected');
  expect(figures()).toContain('up 600 vs prev');
  expect(figures()).toContain('No change vs prev');

  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));

  expect(figures()).toContain('All 2 media');
});

it('says of how many it shows the newest', async () => {
  await renderAnalytics(<HighlightsCard />, { 'media/get': { media, total: 5000 } });

  expect(await screen.findByText('The newest 2 of 5,000 published or active in the range')).toBeTruthy();
});

it('can be narrowed to a format, of those found too', async () => {
  await renderAnalytics(<HighlightsCard />, replies);
  await screen.findByText('Caption of a');

  fireEvent.click(screen.getByRole('button', { name: 'Format: All formats' }));
  // The menu is a native popover, which the test's browser does not open by itself.
  fireEvent(screen.getByRole('menu'), Object.assign(new Event('toggle'), { newState: 'open' }));
  const options = (await screen.findAllByRole('menuitemradio')).map((option) => option.textContent);
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Videos' }));

  expect(options).toEqual(['All formats', 'Reels', 'Carousels', 'Stories', 'Static posts', 'Videos']);
  expect(screen.queryByText('Caption of a')).toBeNull();
  expect(screen.getByText('Caption of b')).toBeTruthy();
});

it('says that there are none', async () => {
  await renderAnalytics(<HighlightsCard />, { 'media/get': { media: [], total: 0 } });

  expect(await screen.findByText('No media available to display for the selected range.')).toBeTruthy();
});

it('is empty, and says why, when it could not be loaded', async () => {
  await renderAnalytics(<HighlightsCard />, { 'media/get': refused });

  expect(await screen.findByText('Unabled to retreive media')).toBeTruthy();
  expect(screen.getByText('No media available to display for the selected range.')).toBeTruthy();
});
