import { heatStep } from '@tidemark/presentation';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ColumnBars } from './column-bars.tsx';
import { Heatmap } from './heatmap.tsx';

const columns = (...values: number[]) =>
  values.map((value, index) => ({
    label: `day ${index}`,
    text: String(value),
    parts: [{ key: 'all', value, color: 'red' }],
  }));
const highlighted = () => document.querySelectorAll('[data-peak]').length;

it('shows a bar for zero, and highlights a unique maximum only', () => {
  const { rerender } = render(
    <ColumnBars label="Days" columns={columns(0, 4, 2)} least={10} height={100} peakText="most" />,
  );

  const heights = [...document.querySelectorAll<HTMLElement>('[class*=bar]')].map(({ style }) => [
    style.height,
    style.minHeight,
  ]);
  expect(heights).toEqual([
    ['0%', '10px'],
    ['100%', '10px'],
    ['50%', '10px'],
  ]);
  expect(screen.getByText(', most')).toBeTruthy();

  rerender(<ColumnBars label="Days" columns={columns(4, 4, 2)} peakText="most" />);

  expect(highlighted()).toBe(0);
});

it('renders the heatmap as a table with stronger cells for larger values', () => {
  render(
    <Heatmap
      label="Week"
      columns={['Sun', 'Mon']}
      rows={['night', 'day']}
      values={[
        [0, 10],
        [1, 5],
      ]}
      format={String}
    />,
  );

  const cells = within(screen.getByRole('table', { name: 'Week' })).getAllByRole('cell');
  expect(cells.map((cell) => [cell.textContent, cell.dataset['step'], cell.dataset['peak']])).toEqual([
    ['0', '0', undefined],
    ['1', '1', undefined],
    ['10', '5', 'true'],
    ['5', '3', undefined],
  ]);
  expect([heatStep(0, 0), heatStep(1, 1000), heatStep(1000, 1000)]).toEqual([0, 1, 5]);
});
