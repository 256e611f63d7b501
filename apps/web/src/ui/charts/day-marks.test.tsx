import { fireEvent, render, screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DayMarks, dayText, placeMark } from './day-marks.ts';
import { TrendLines } from './trend-lines.tsx';

const days = ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'];
const mark = (id: string, firstDay: string, lastDay: string) => ({ id, firstDay, lastDay, text: id, color: 'teal' });
const marks: DayMarks = {
  marks: [mark('Fair', '2026-11-11', '2026-11-12'), mark('Long ago', '2026-01-01', '2026-01-02')],
  posts: new Map([
    ['2026-11-10', 1],
    ['2026-11-12', 2],
  ]),
};
const line = (id: string) => ({
  id,
  name: id,
  picture: null,
  color: 'red',
  dashed: false,
  series: days.map((date, index) => ({ date, value: index })),
});
const chart = (...ids: string[]) => (
  <TrendLines
    lines={ids.map(line)}
    marks={marks}
    label="Views"
    format={String}
    formatAxis={String}
    formatDay={(day) => day}
  />
);

it("marks an annotation's days and days with posts in the chart", () => {
  const { container } = render(chart('maya'));

  expect([...container.querySelectorAll('[data-mark]')].map((shape) => shape.getAttribute('data-mark'))).toEqual([
    'Fair',
  ]);
  expect(container.querySelectorAll('[data-posts]')).toHaveLength(2);
});

it.each([['maya'], ['maya', 'theo']])("names the explored day's events, with the lines %s %s", async (...ids) => {
  render(chart(...ids.filter((id) => id !== undefined)));
  const drawing = screen.getByRole('application');

  fireEvent.keyDown(drawing, { key: 'ArrowLeft' });

  expect((await screen.findByText('2 posts published')).closest('ul')?.textContent).toContain('Fair');
  expect(screen.getByRole('status').textContent).toContain('2 posts; Fair');

  fireEvent.keyDown(drawing, { key: 'ArrowRight' });
  expect(screen.getByRole('status').textContent).not.toContain('Fair');
});

it('names events in the table', () => {
  render(chart('maya'));

  const headers = within(screen.getByRole('table')).getAllByRole('rowheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    '2026-11-10; 1 post',
    '2026-11-11; Fair',
    '2026-11-12; 2 posts; Fair',
    '2026-11-13',
  ]);
});

it('places marks on exactly the days that show their text', () => {
  const day = fc.integer({ min: 1, max: 20 }).map((number) => `2026-11-${String(number).padStart(2, '0')}`);
  fc.assert(
    fc.property(day, day, (one, other) => {
      const placed = mark('Fair', one < other ? one : other, one < other ? other : one);
      const place = placeMark(placed, days);
      const shown = days.map((date) => dayText(date, { marks: [placed], posts: new Map() }) !== '');
      expect(days.map((_, index) => place !== null && place[0] <= index && index <= place[1])).toEqual(shown);
    }),
  );
});
