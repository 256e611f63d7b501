import { addDays } from '@tidemark/contract/calendar-day';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dayLabel } from '#web/platform/format.ts';
import { toDay } from '#web/platform/time-zone.ts';
import { account, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { DateRangePicker } from './date-range-picker.tsx';

const today = toDay(new Date());

async function open(address: string) {
  const view = await renderAnalytics(<DateRangePicker />, {}, address);
  const trigger = await screen.findByRole('button', { name: /Date range/ });
  const panel = document.getElementById(trigger.getAttribute('aria-controls') ?? '');
  if (!panel) throw new Error('the picker has no panel');
  fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }));
  return { ...view, trigger };
}

it('shows the preset and writes a new preset to the URL', async () => {
  const { router, trigger } = await open('/');
  expect(trigger.textContent).toContain('Last 7 Days');

  fireEvent.click(await screen.findByText('Last Week'));

  await waitFor(() => expect(router.state.location.search).toEqual({ preset: 'last-week' }));
});

it('is gone with the choice, before the browser says that it is closed', async () => {
  await open('/');

  fireEvent.click(await screen.findByText('Last Week'));

  expect(screen.queryByRole('list', { name: 'Presets', hidden: true })).toBeNull();
});

it('clears the label for a custom range, and moves the end with the start', async () => {
  const { router } = await open(`/?from=${addDays(today, -20)}&to=${addDays(today, -15)}`);

  fireEvent.change(await screen.findByLabelText('Start'), { target: { value: addDays(today, -10) } });

  await waitFor(() =>
    expect(router.state.location.search).toEqual({ from: addDays(today, -10), to: addDays(today, -10) }),
  );
});

it('disables future days and days before the first day', async () => {
  const { router } = await open('/?preset=last-week');

  fireEvent.change(await screen.findByLabelText('End'), { target: { value: addDays(today, 3) } });
  fireEvent.change(screen.getByLabelText('Start'), { target: { value: '2020-01-01' } });

  expect(router.state.location.search).toEqual({ preset: 'last-week' });
});

it('starts on the first day of any account, including hidden ones and other networks', async () => {
  const page = { ...account, _id: '9', type: 'facebook_page', earliestDate: addDays(today, -300) };
  const recent = { ...account, earliestDate: today };
  await renderAnalytics(
    <DateRangePicker />,
    { '/account/list': { accounts: [recent, page] } },
    `/?accounts=${account._id}`,
  );

  const trigger = await screen.findByRole('button', { name: /Date range/ });

  await waitFor(() => expect(trigger).toHaveProperty('disabled', false));
});

it('removes days before the first day from a range in the URL', async () => {
  const accounts = [{ ...account, earliestDate: addDays(today, -12) }];
  await renderAnalytics(
    <DateRangePicker />,
    { '/account/list': { accounts } },
    `/?from=${addDays(today, -20)}&to=${addDays(today, -10)}`,
  );

  const span = `${dayLabel(addDays(today, -12))} - ${dayLabel(addDays(today, -10))}`;
  expect((await screen.findAllByText(span)).length).toBeGreaterThan(0);
});

it('is disabled when the first day is today', async () => {
  await renderAnalytics(<DateRangePicker />, { '/account/list': { accounts: [{ ...account, earliestDate: today }] } });

  await waitFor(() => expect(screen.getByRole('button', { name: /Date range/ })).toHaveProperty('disabled', true));
});
