import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DayStrip } from './day-strip.tsx';

const series = [100, 200, null, 400].map((value, index) => ({ date: `2026-03-0${index + 1}`, value }));
const marks = {
  marks: [
    { id: 'sale', firstDay: '2026-03-03', lastDay: '2026-03-04', text: 'Spring sale', color: 'red' },
    { id: 'gap', firstDay: '2026-03-01', lastDay: '2026-03-01', text: 'Gap', color: 'gray' },
  ],
  posts: new Map([['2026-03-04', 2]]),
};

function renderStrip(isLine = false) {
  const picked = vi.fn();
  render(
    <DayStrip
      series={series}
      label="Engagement rate"
      isLine={isLine}
      format={String}
      formatDay={(day) => day}
      marks={marks}
      onPickDay={picked}
    />,
  );
  const strip = screen.getByRole('application', { name: /^Engagement rate, day by day/ });
  vi.spyOn(strip, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 30));
  return { strip, picked };
}
const shown = () => screen.queryByRole('status')?.textContent ?? null;

it("lists the hovered day's events, and links to its posts", () => {
  const { strip, picked } = renderStrip();

  fireEvent.pointerMove(strip, { clientX: 90 });
  expect(shown()).toBe('400 2026-03-042 posts publishedSpring sale');
  fireEvent.click(strip, { clientX: 90 });

  expect(picked).toHaveBeenCalledWith('2026-03-04');
  fireEvent.pointerLeave(strip);
  expect(shown()).toBeNull();
});

it('moves with the arrow keys, starting at the last day', () => {
  const { strip, picked } = renderStrip();

  fireEvent.keyDown(strip, { key: 'ArrowLeft' });
  expect(shown()).toMatch(/^400 /);
  fireEvent.keyDown(strip, { key: 'ArrowLeft' });
  expect(shown()).toBe('no data 2026-03-03Spring sale');
  fireEvent.keyDown(strip, { key: 'Enter' });

  expect(picked).toHaveBeenCalledWith('2026-03-03');
});

it('shows a day on the first tap and its posts on the second', () => {
  const { strip, picked } = renderStrip();
  const tap = () => fireEvent(strip, new PointerEvent('click', { bubbles: true, clientX: 10, pointerType: 'touch' }));

  tap();
  expect(shown()).toBe('100 2026-03-01Gap');
  expect(picked).not.toHaveBeenCalled();
  tap();

  expect(picked).toHaveBeenCalledWith('2026-03-01');
});

it("finds a line's nearest point", () => {
  const { strip } = renderStrip(true);

  fireEvent.pointerMove(strip, { clientX: 30 });

  expect(shown()).toMatch(/^200 /);
});
