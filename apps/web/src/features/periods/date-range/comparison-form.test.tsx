import { addDays } from '@tidemark/contract/calendar-day';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dayLabel } from '#web/platform/format.ts';
import { toDay } from '#web/platform/time-zone.ts';
import { account, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { ComparisonForm } from './comparison-form.tsx';

const today = toDay(new Date());
const first = addDays(today, -400);
const replies = { '/account/list': { accounts: [{ ...account, earliestDate: first }] } };
const from = addDays(today, -10);
const range = `from=${from}&to=${addDays(today, -4)}`;
const show = (compare = '') => renderAnalytics(<ComparisonForm first={first} />, replies, `/?${range}${compare}`);
const span = (start: string, end: string) => `${dayLabel(start)} - ${dayLabel(end)}`;

it('starts with the previous period, and shows its dates', async () => {
  await show();

  expect((await screen.findByRole('button', { pressed: true })).textContent).toBe('Previous period');
  expect(await screen.findByText(span(addDays(from, -7), addDays(from, -1)))).toBeTruthy();
});

it('writes the comparison to the URL, and clears it for the previous period', async () => {
  const { router } = await show();

  fireEvent.click(await screen.findByRole('button', { name: 'Same period last year' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ compare: 'last-year' }));
  fireEvent.click(screen.getByRole('button', { name: 'None' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ compare: 'nothing' }));
  expect(screen.getByText('Shows values without changes.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Previous period' }));

  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('compare'));
});

it('keeps a custom period as long as the range when it moves', async () => {
  const { router } = await show(`&compare=${addDays(from, -100)}`);
  expect(await screen.findByText(span(addDays(from, -100), addDays(from, -94)))).toBeTruthy();

  fireEvent.change(screen.getByLabelText('Starting on, for 7 days'), { target: { value: addDays(from, -50) } });

  await waitFor(() => expect(router.state.location.search).toMatchObject({ compare: addDays(from, -50) }));
});

it('rejects a custom period that starts in the range or before the first day', async () => {
  const { router } = await show(`&compare=${addDays(from, -100)}`);
  const field = await screen.findByLabelText('Starting on, for 7 days');

  fireEvent.change(field, { target: { value: from } });
  fireEvent.change(field, { target: { value: addDays(first, -1) } });

  expect(router.state.location.search).toMatchObject({ compare: addDays(from, -100) });
});
