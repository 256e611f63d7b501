import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { busy, followers, nobody, quiet } from '#web/features/metrics/metrics.fixtures.ts';
import { refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { coverageText } from './coverage-note.tsx';
import { DemographicsCard } from './demographics-card.tsx';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

const replies = {
  'account/latest': followers,
  'media/activity': busy,
  'media/top-format': { preferredFormat: 'Carousels' },
};
const view = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const text = () => document.body.textContent?.replaceAll(/\s+/g, ' ') ?? '';

describe('typical follower', () => {
  it("describes the typical follower, when followers are online, and the posts' top names", async () => {
    await renderAnalytics(<DemographicsCard />, replies);

    await screen.findByText('35-44');
    expect(text()).toContain(
      'Your typical follower is a woman of 35-44 in the United Kingdom, with Leeds ahead of all other cities, and most active on Tuesdays in the evening, around 6 PM.',
    );
    expect(await screen.findByText('Carousels')).toBeTruthy();
    expect(screen.getByText('#bread')).toBeTruthy();
    expect(screen.getAllByText('None in this range')).toHaveLength(1);
    expect(screen.queryByText('Similar accounts')).toBeNull();
    expect(screen.getByText('Followers as of Nov 20, 2026')).toBeTruthy();
  });

  it('lists as similar only mentioned accounts that are not collaborators', async () => {
    const names = { mentions: { '@kiln': 3, '@halden': 1 }, collabs: { '@kiln': 2 } };
    await renderAnalytics(<DemographicsCard />, { ...replies, 'media/activity': { ...busy, ...names } });

    const similar = (await screen.findByText('Similar accounts')).closest('div');
    expect(similar?.textContent).toBe('Similar accounts@halden');
    expect(screen.getByText('Collaborations').closest('div')?.textContent).toBe('Collaborations@kiln');
  });

  it('falls back to reels when the format failed to load', async () => {
    await renderAnalytics(<DemographicsCard />, { ...replies, 'media/top-format': refused });

    expect(await screen.findByText('Unable to retrieve preferred media format')).toBeTruthy();
    expect(screen.getByText('Reels')).toBeTruthy();
  });
});

describe('activity that failed to load', () => {
  it('shows neither an empty week nor night-time activity when loading failed', async () => {
    let answer: unknown = refused;
    await renderAnalytics(<DemographicsCard />, { ...replies, 'media/activity': () => answer });

    expect(await screen.findAllByText('Could not load')).toHaveLength(3);
    expect(screen.queryByText('None in this range')).toBeNull();
    expect(text()).toContain('with Leeds ahead of all other cities.');
    expect(text()).not.toContain('most active');
    answer = busy;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('#bread')).toBeTruthy();
  });
});

describe('coverage of the demographics', () => {
  it('shows the coverage next to the values, with a mark', async () => {
    await renderAnalytics(<DemographicsCard />, replies, '/?audience=geography');

    expect(await screen.findByText('Countries cover 94% of followers.')).toBeTruthy();
    expect(screen.getAllByText('Shares of the followers Instagram reports on.').length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: /^Approximate\. Instagram omits some data/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /Top Cities/ }));

    expect(screen.getByText('Cities cover 31% of followers.')).toBeTruthy();
  });

  it('shows the coverage of age and gender', async () => {
    await renderAnalytics(<DemographicsCard />, replies, '/?audience=age-gender');

    expect(await screen.findByText('Age and gender cover 94% of followers.')).toBeTruthy();
  });

  it('names accounts without demographics', async () => {
    const coverage = { ...followers.coverage, accountsWithout: ['17841400000001', '17841400004321'] };
    await renderAnalytics(<DemographicsCard />, { ...replies, 'account/latest': { ...followers, coverage } });

    expect(
      await screen.findByText('Not included, because Instagram reports no demographics: Maya Lindqvist, Account 4321.'),
    ).toBeTruthy();
  });

  it('rounds coverage to whole percent, but never down to zero', () => {
    expect([0, 0.004, 0.312, 1, 1.02].map(coverageText)).toEqual(['0%', 'less than 1%', '31%', '100%', '100%']);
  });
});

describe('without demographics', () => {
  it('states the required number of followers, and hides the views', async () => {
    await renderAnalytics(
      <DemographicsCard />,
      { ...replies, 'account/latest': nobody, 'media/activity': quiet },
      '/?audience=geography',
    );

    await screen.findByText(
      /more than 100 followers, and engagement demographics with more than 100 unique engagements/,
    );
    expect(view('Avatar').checked).toBe(true);
    expect(view('Geography').closest('fieldset')?.disabled).toBe(true);
  });

  it('reports that demographics failed to load, and retries on request', async () => {
    let answer: unknown = refused;
    await renderAnalytics(<DemographicsCard />, { ...replies, 'account/latest': () => answer });
    expect(await screen.findByText('Unabled to retreive demographic data')).toBeTruthy();

    answer = followers;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('35-44')).toBeTruthy();
  });
});

it('shows age and gender in percent of all and of each group', async () => {
  const { router } = await renderAnalytics(<DemographicsCard />, replies);
  await screen.findByText('35-44');

  fireEvent.click(view('Age & Gender'));

  const genders = await screen.findByRole('list', { name: 'Gender distribution' });
  expect(genders.textContent).toBe('Female75.76%Male15.15%Other9.09%');
  const ages = screen.getByRole('list', { name: 'Age group distribution' });
  expect(ages.textContent).toContain('F 75.76% · M 15.15% · U 9.09%');
  expect(ages.querySelectorAll('li')).toHaveLength(7);
  expect(router.state.location.searchStr).toContain('audience=age-gender');
});

describe('geography', () => {
  it('opens countries first, and one list at a time', async () => {
    await renderAnalytics(<DemographicsCard />, replies, '/?audience=geography');

    const countries = await screen.findByRole('button', { name: /Top Countries/ });
    await waitFor(() => expect(countries.getAttribute('aria-expanded')).toBe('true'));
    expect(screen.getByRole('list', { name: 'Top Countries' }).textContent).toBe('United Kingdom90.91%XX9.09%');

    fireEvent.click(screen.getByRole('button', { name: /Top Cities/ }));

    expect(countries.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('list', { name: 'Top Cities' }).textContent).toBe('Leeds, England100.00%');
  });

  it('shows a flag for each city with a known country, and each name once', async () => {
    const cities = {
      top10: [
        { cityName: 'Oslo, Oslo', value: 20, countryCode: 'NO' },
        { cityName: 'Córdoba, Córdoba Province', value: 10, countryCode: null },
      ],
      count: 14,
      tied: 2,
      total: 30,
    };
    await renderAnalytics(
      <DemographicsCard />,
      { ...replies, 'account/latest': { ...followers, cities } },
      '/?audience=geography',
    );
    await screen.findByRole('list', { name: 'Top Countries' });
    fireEvent.click(screen.getByRole('button', { name: /Top Cities/ }));

    const [oslo, cordoba] = within(screen.getByRole('list', { name: 'Top Cities' })).getAllByRole('listitem');

    expect(oslo?.textContent).toBe('Oslo66.67%');
    expect(oslo?.querySelector('img')?.getAttribute('src')).toMatch(/NO\.svg$/);
    expect(cordoba?.querySelector('img')).toBeNull();
    expect(screen.getByText('Top 10 of 14; 2 more have the same share as the last.')).toBeTruthy();
  });

  it("counts the listed items in the list's heading", async () => {
    const all = Array.from({ length: 12 }, (_, index) => ({ countryCode: `A${'DEFGILMOQRST'[index]}`, value: 5 }));
    const countries = { top10: all.slice(0, 10), allCountries: all, total: 60 };
    await renderAnalytics(
      <DemographicsCard />,
      { ...replies, 'account/latest': { ...followers, countries } },
      '/?audience=geography',
    );

    const list = await screen.findByRole('list', { name: 'Top Countries' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(10);
    expect(screen.getByRole('button', { name: /Top Countries/ }).textContent).toBe('Top Countries10');
    expect(screen.getByText('Top 10 of 12; 2 more have the same share as the last.')).toBeTruthy();
  });

  it('provides its values as a table, and a globe that can be paused', async () => {
    await renderAnalytics(<DemographicsCard />, replies, '/?audience=geography');

    expect(await screen.findByRole('table', { name: 'Followers by country' })).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Pause rotation' }));

    expect(screen.getByRole('button', { name: 'Start rotation' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Zoom out' }).matches(':disabled')).toBe(true);
  });

  it('shows closed lists while loading', async () => {
    await renderAnalytics(
      <DemographicsCard />,
      { ...replies, 'account/latest': () => new Promise(() => {}) },
      '/?audience=geography',
    );

    expect((await screen.findByRole('button', { name: /Top Countries/ })).matches(':disabled')).toBe(true);
  });
});
