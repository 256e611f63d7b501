import { logTicks, scales, spread, toBars, type TrendLine, yDomain } from '@tidemark/presentation';
import { fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Donut } from './donut.tsx';
import { Sparkline } from './sparkline.tsx';
import { segmentWidths } from './stacked-bar.tsx';
import { TrendBars } from './trend-bars.tsx';
import { TrendLines } from './trend-lines.tsx';

const series = (...values: (number | null)[]) =>
  values.map((value, index) => ({ date: `2026-11-${String(10 + index)}`, value }));
const line = (id: string, ...values: (number | null)[]) => ({
  id,
  name: id,
  picture: null,
  color: 'red',
  dashed: false,
  series: series(...values),
});
const chart = (...lines: TrendLine[]) => (
  <TrendLines lines={lines} label="Views" format={String} formatAxis={String} formatDay={(day) => day} />
);
const getStroke = (container: HTMLElement, id: string) =>
  container.querySelector(`[data-line="${id}"] path`)?.getAttribute('d') ?? '';

it('keeps the order of values on a logarithmic scale, including zero, with ticks in the domain', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.nat(1e9), (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      expect(scales.log(low) <= scales.log(high)).toBe(true);
      const ticks = logTicks([scales.log(low), scales.log(high)]);
      expect(ticks.every((tick) => tick >= low && tick <= high)).toBe(true);
    }),
  );
  expect(scales.log(0)).toBe(0);
  expect(logTicks([scales.log(0), scales.log(5000)])).toEqual([0, 10, 100, 1000]);
  expect(logTicks([scales.log(90), scales.log(1200)])).toEqual([100, 300, 1000]);
});

describe('trend lines', () => {
  it('leaves a gap for a missing day instead of drawing a zero', () => {
    const { container } = render(chart(line('maya', 5, 6, null, 7, 8)));

    expect(getStroke(container, 'maya').match(/M/g)).toHaveLength(2);
    expect(screen.getAllByText('no data')).toHaveLength(1);
  });

  it('draws the comparison period beside a line, with both values and the change', () => {
    const { container } = render(chart({ ...line('maya', 5, 12), previous: series(4, 10) }));

    expect(container.querySelector('[data-previous]')?.getAttribute('d')).toMatch(/^M.*L/);
    // Before the viewer explores, only the values: a day's change is not the total's.
    expect(screen.getByRole('status').textContent).toBe('maya122026-11-11102026-11-11');
    fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowRight' });
    expect(screen.getByRole('status').textContent).toBe('maya122026-11-11102026-11-11+20.0%');
    expect(screen.getByText('5; 2026-11-10: 4')).toBeTruthy();
  });

  it("draws only the emphasised line's comparison", () => {
    const compared = ['a', 'b'].map((id) => ({ ...line(id, 5, 6), previous: series(4, 10) }));

    const { container } = render(chart(...compared));

    expect(container.querySelectorAll('[data-previous]')).toHaveLength(1);
  });

  it('draws a day between two gaps as a point', () => {
    const { container } = render(chart(line('maya', 5, null, 6, null, 7)));

    expect(container.querySelectorAll('[data-line="maya"] circle')).toHaveLength(3);
  });

  it('hatches and labels the days after the last known day, but no gap before it', () => {
    const { container, rerender } = render(
      chart(line('maya', 5, null, 6, null, null), line('theo', 1, 2, 3, null, null)),
    );

    expect(screen.getByText('not synced', { selector: 'text' })).toBeTruthy();
    rerender(chart(line('maya', 5, null, 6, null, null), line('theo', 1, 2, 3, null, 4)));

    expect(container.querySelector('[data-band]')).toBeNull();
  });

  it('draws the current day with dots instead of the line', () => {
    const running = { date: '2026-11-13', value: 1, isClosed: false };
    const maya = line('maya', 5, 6, 7);
    const { container } = render(chart({ ...maya, series: [...maya.series, running] }));

    expect(getStroke(container, 'maya').match(/[ML]/g)).toEqual(['M', 'L', 'L']);
    expect(container.querySelector('[data-running]')?.getAttribute('d')?.match(/[ML]/g)).toEqual(['M', 'L']);
    expect(container.querySelector('[data-band]')?.textContent).toBe('so far');
    expect(screen.getByText('1 so far')).toBeTruthy();
  });

  it('hatches no days if all are closed', () => {
    const { container } = render(chart(line('maya', 5, 6)));

    expect(container.querySelector('[data-band], [data-running]')).toBeNull();
  });

  it('shows the placeholder without data', () => {
    render(chart(line('maya', null, null)));

    expect(screen.getByText('Trend Line Chart')).toBeTruthy();
  });

  it('moves through the days with the arrow keys', () => {
    render(chart(line('maya', 5, 6), line('theo', 1, 2)));
    const drawing = screen.getByRole('application');

    fireEvent.keyDown(drawing, { key: 'ArrowLeft' });
    expect(screen.getByRole('status').textContent).toContain('maya5');
    fireEvent.keyDown(drawing, { key: 'ArrowDown' });
    expect(screen.getByRole('status').textContent).toContain('theo1');
  });

  it('opens a day on a click, Enter, or a second tap', () => {
    const picked: string[] = [];
    render(
      <TrendLines
        lines={[line('maya', 5, 6)]}
        label="Views"
        format={String}
        formatAxis={String}
        formatDay={String}
        onPickDay={(day) => picked.push(day)}
      />,
    );
    const drawing = screen.getByRole('application');

    fireEvent.click(drawing, { clientX: 0 });
    fireEvent.keyDown(drawing, { key: 'Enter' });
    expect(picked).toEqual(['2026-11-10', '2026-11-11']);
    const tap = () =>
      fireEvent(drawing, Object.assign(new MouseEvent('click', { bubbles: true }), { pointerType: 'touch' }));
    tap();
    tap();

    expect(picked).toEqual(['2026-11-10', '2026-11-11', '2026-11-10']);
  });

  it('shades the area only above an axis that starts at zero', () => {
    const shaded = (...values: number[]) =>
      render(chart(line('maya', ...values)))
        .container.querySelector('path[fill^="url"]')
        ?.getAttribute('d');

    expect(shaded(1, 20)).toBeTruthy();
    expect(shaded(100, 104)).toBeFalsy();
  });

  it("lists a day's lines, largest first, with the rest added up", async () => {
    const { container } = render(chart(...[1, 2, 3, 4, 5, 6, 7].map((size) => line(`account ${size}`, size, size))));

    fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowLeft' });

    await screen.findByText('2 others');
    const rows = [...container.querySelectorAll('ul[data-side] li')].map(({ textContent }) => textContent);
    expect(rows).toEqual([
      '2026-11-10',
      'account 77',
      'account 66',
      'account 55',
      'account 44',
      'account 33',
      '2 others3',
    ]);
  });

  it('pads the range by a tenth on both ends, and stays at zero or above', () => {
    expect(yDomain([100, 200])).toEqual([90, 210]);
    expect(yDomain([0, 100])).toEqual([0, 110]);
    expect(yDomain([0])).toEqual([0, 1]);
  });

  it('arranges avatars apart and in order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 8 }), (wanted) => {
        const placed = spread(wanted, 20, [0, 200]).toSorted((one, other) => one - other);

        for (let index = 1; index < placed.length; index += 1)
          expect((placed[index] ?? 0) - (placed[index - 1] ?? 0)).toBeGreaterThanOrEqual(20 - 1e-6);
        expect(placed.at(-1)).toBeLessThanOrEqual(200 + 1e-6);
      }),
    );
  });
});

describe('trend bars', () => {
  it('draws no bar for a missing day, and one highlighted peak', () => {
    const { container } = render(<TrendBars series={series(1, null, 3)} label="Reach" format={String} hatchesEnd />);

    expect([...container.querySelectorAll('[data-bar]')].map((bar) => bar.getAttribute('data-bar'))).toEqual([
      'recent',
      'gap',
      'peak',
    ]);
    expect(screen.getByRole('figure').getAttribute('aria-label')).toBe('Reach, day by day: lowest 1, highest 3');
  });

  it('draws older days as one shape with their peak and gaps, and the last week as bars', () => {
    const days = Array.from({ length: 365 }, (_, index) => (index === 1 ? null : index === 2 ? 40 : 20));
    const { container } = render(<TrendBars series={series(...days)} label="Reach" format={String} hatchesEnd />);

    expect(container.querySelectorAll('[data-bar=recent]')).toHaveLength(7);
    const older = container.querySelector('[data-bar=older]')?.getAttribute('d');
    expect(older).toMatch(/^M0 100V50H1V100H2V0H3V50H4.*H358V100Z$/);
    expect(container.querySelector('[data-bar=peak]')?.getAttribute('d')).toBe('M2 100V0h1V100Z');
  });

  it('hatches unsynced days, even among many', () => {
    const days = Array.from({ length: 90 }, (_, index) => (index < 60 ? index + 1 : null));
    const { container } = render(<TrendBars series={series(...days)} label="Reach" format={String} hatchesEnd />);

    expect(container.querySelectorAll('[data-bar=missing]')).toHaveLength(30);
    // The highest day, the last one synced, has a separate bar.
    expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 59 100');
  });

  it('highlights no peak that barely exceeds a typical day', () => {
    expect(toBars(series(4, 4)).some((bar) => bar?.peak)).toBe(false);
    expect(toBars(series(10, 10, 12)).some((bar) => bar?.peak)).toBe(false);
    expect(toBars(series(10, 10, 13)).map((bar) => bar?.peak)).toEqual([false, false, true]);
  });
});

describe('stacked bar', () => {
  it('gives every part above zero at least 5 percent and fills the bar', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1_000_000_000 }), { minLength: 1, maxLength: 6 }), (values) => {
        const widths = segmentWidths(values);
        const total = widths.reduce((sum, width) => sum + width, 0);

        expect(total).toBeCloseTo(values.some((value) => value > 0) ? 100 : 0, 6);
        widths.forEach((width, index) => {
          if (values[index]) expect(width).toBeGreaterThanOrEqual(5 - 1e-9);
          else expect(width).toBe(0);
        });
      }),
    );
  });
});

it('labels the parts of a donut in words', () => {
  render(
    <Donut
      label="Views"
      format={String}
      slices={[
        { key: 'a', label: 'Followers', value: 3, color: 'red' },
        { key: 'b', label: 'Non-followers', value: 0, color: 'blue' },
      ]}
    />,
  );

  expect(screen.getByRole('img', { name: 'Views: Followers 3, Non-followers 0' })).toBeTruthy();
});

it('keeps the space for a line without values, so that CSS can hide both', () => {
  const { container } = render(<Sparkline series={series(null, null)} label="Reach per day" width={60} />);

  const room = container.querySelector('svg');
  expect(room?.getAttribute('width')).toBe('60');
  expect(room?.getAttribute('style')).toBeNull();
});
