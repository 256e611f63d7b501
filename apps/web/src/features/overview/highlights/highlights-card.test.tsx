import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { approximate, mediaItem, mediaMetrics } from '#web/features/metrics/metrics.fixtures.ts';
import { refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { HighlightsCard } from './highlights-card.tsx';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

const media = [
  mediaItem('a', { metrics: mediaMetrics(1000, 40), previousPeriodMetrics: mediaMetrics(400, 40) }),
  mediaItem('b', { metrics: mediaMetrics(3000, 60), mediaType: 'video', productType: 'FEED' }),
];
const replies = { 'media/get': { media, total: 2 } };
const pick = (name: string) => screen.getByRole('button', { name: new RegExp(`Caption of ${name}`) });
const figure = (label: string) => screen.getByText(label, { selector: 'dt' });
const figures = () => screen.getByRole('region', { name: 'Totals' }).textContent;

it('adds up the selected media, or all media without a selection', async () => {
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

it('says how many of the newest media are shown', async () => {
  await renderAnalytics(<HighlightsCard />, { 'media/get': { media, total: 5000 } });

  expect(await screen.findByText(/^Newest 2 of 5,000 published or active in this range/)).toBeTruthy();
});

it('filters by format, including formats found in the data', async () => {
  await renderAnalytics(<HighlightsCard />, replies);
  await screen.findByText('Caption of a');

  fireEvent.click(screen.getByRole('button', { name: 'Format: All formats' }));
  // The menu is a native popover, which happy-dom does not open.
  fireEvent(screen.getByRole('menu', { name: 'Format' }), Object.assign(new Event('toggle'), { newState: 'open' }));
  const options = (await screen.findAllByRole('menuitemradio')).map((option) => option.textContent);
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Videos' }));

  expect(options).toEqual(['All formats', 'Reels', 'Carousels', 'Stories', 'Static posts', 'Videos']);
  expect(screen.queryByText('Caption of a')).toBeNull();
  expect(screen.getByText('Caption of b')).toBeTruthy();
});

it('shows the duration where it is known, and names a collaboration', async () => {
  const film = mediaItem('a', { duration: 75, collaborators: ['theo'] });
  await renderAnalytics(<HighlightsCard />, { 'media/get': { media: [film, mediaItem('b')], total: 2 } });
  await screen.findByText('Caption of a');

  expect(within(pick('a')).getByText('1:15')).toBeTruthy();
  expect(pick('a').textContent).toContain('Reel · Collab');
  expect(within(pick('b')).queryByText(/\d:\d\d/)).toBeNull();
});

it('says that there are no media', async () => {
  await renderAnalytics(<HighlightsCard />, { 'media/get': { media: [], total: 0 } });

  expect(await screen.findByText('No media available to display for the selected range.')).toBeTruthy();
});

it('distinguishes media that failed to load from none, and retries', async () => {
  let answer: unknown = refused;
  await renderAnalytics(<HighlightsCard />, { 'media/get': () => answer });

  expect(await screen.findByText('Unabled to retreive media')).toBeTruthy();
  expect(screen.getByText('Could not load media')).toBeTruthy();
  expect(screen.queryByText('No media available to display for the selected range.')).toBeNull();
  answer = replies['media/get'];
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('Caption of a')).toBeTruthy();
});

it('marks every value of media from before the first sync', async () => {
  const item = mediaItem('a', { ...approximate('before_first_sync') });
  await renderAnalytics(<HighlightsCard />, { 'media/get': { media: [item], total: 1 } });
  await screen.findByText('Caption of a');

  for (const label of ['Reach', 'Views', 'Interactions', 'Engagement rate'])
    expect(
      within(figure(label)).getByRole('button', { name: /^Approximate\. Activity from before the first sync/ }),
    ).toBeTruthy();
  expect(within(pick('a')).getByRole('img', { name: 'approximate' })).toBeTruthy();
  expect(screen.queryByText('new in this range')).toBeNull();
  expect(screen.getAllByText('nothing to compare with')).toHaveLength(4);
});

it('marks the combined reach of exact media, but not their views', async () => {
  await renderAnalytics(<HighlightsCard />, replies);
  await screen.findByText('Caption of a');

  expect(within(figure('Reach')).getByRole('button', { name: /someone who saw two of them/ })).toBeTruthy();
  expect(within(figure('Views')).queryByRole('button')).toBeNull();
});
