import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { busy, followers, nobody, quiet } from '../made-up.ts';
import { refused, renderAnalytics } from '../render-analytics.tsx';
import { DemographicsCard } from './demographics-card.tsx';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

const replies = {
  'account/latest': followers,
  'media/activity': busy,
  'media/top-format': { preferredFormat: 'Carousels' },
};
const view = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const text = () => document.body.textContent?.replaceAll(/\s+/g, ' ') ?? '';

describe('the typical follower', () => {
  it('is told in a sentence, with the format they prefer and what the posts name', async () => {
    await renderAnalytics(<DemographicsCard />, replies);

    await screen.findByText('35-44');
    expect(text()).toContain(
      'Your typical follower is a woman of 35-44 in the United Kingdom, with Leeds ahead of all other cities, and most active on Thursdays',
    );
    expect(await screen.findByText('Carousels')).toBeTruthy();
    expect(screen.getByText('#bread')).toBeTruthy();
    expect(screen.getAllByText('None named in this range')).toHaveLength(2);
    expect(screen.getByText('Followers as of Nov 20, 2026')).toBeTruthy();
  });

  it('prefers reels, as a placeholder, when the format could not be had', async () => {
    await renderAnalytics(<DemographicsCard />, { ...replies, 'media/top-format': refused });

    expect(await screen.findByText('Unable to retrieve preferred media format')).toBeTruthy();
    expect(screen.getByText('Reels')).toBeTruthy();
  });
});

describe('without figures', () => {
  it('says how many people it takes, and offers no other view', async () => {
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

  it('says so when they could not be loaded, and can be asked again', async () => {
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

describe('the geography', () => {
  it('opens the countries first, and one list at a time', async () => {
    await renderAnalytics(<DemographicsCard />, replies, '/?audience=geography');

    const countries = await screen.findByRole('button', { name: /Top Countries/ });
    await waitFor(() => expect(countries.getAttribute('aria-expanded')).toBe('true'));
    expect(screen.getByRole('list', { name: 'Top Countries' }).textContent).toBe('United Kingdom90.91%XX9.09%');

    fireEvent.click(screen.getByRole('button', { name: /Top Cities/ }));

    expect(countries.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('list', { name: 'Top Cities' }).textContent).toBe('Leeds, England100.00%');
  });

  it('has its figures in a table, too, and a globe that can be held still', async () => {
    await renderAnalytics(<DemographicsCard />, replies, '/?audience=geography');

    expect(await screen.findByRole('table', { name: 'Followers by country' })).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Stop turning' }));

    expect(screen.getByRole('button', { name: 'Let it turn' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Zoom out' }).matches(':disabled')).toBe(true);
  });

  it('keeps its lists shut while it loads', async () => {
    await renderAnalytics(
      <DemographicsCard />,
      { ...replies, 'account/latest': () => new Promise(() => {}) },
      '/?audience=geography',
    );

    expect((await screen.findByRole('button', { name: /Top Countries/ })).matches(':disabled')).toBe(true);
  });
});
