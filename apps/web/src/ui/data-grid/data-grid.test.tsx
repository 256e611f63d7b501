import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { DataGrid } from './data-grid.tsx';
import { type GridColumn, nextSort, pageSpan } from './grid-model.ts';

interface Boat {
  name: string;
  length: number | null;
}
const boats: Boat[] = [
  { name: 'Ebb', length: 7 },
  { name: 'Flood', length: 12 },
  { name: 'Neap', length: null },
];
const columns: GridColumn<Boat>[] = [
  { field: 'name', header: 'Name', sortable: true, sortValue: (boat) => boat.name, cell: (boat) => boat.name },
  { field: 'length', header: 'Length', sortable: true, sortValue: (boat) => boat.length, cell: (boat) => boat.length },
];
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

describe('grid with all rows', () => {
  it('sorts descending first, then ascending, with unknown values last', () => {
    render(<DataGrid label="Boats" columns={columns} rows={boats} rowId={(boat) => boat.name} />);
    const head = screen.getByRole('columnheader', { name: 'Length' });

    fireEvent.click(within(head).getByRole('button'));
    expect(names()).toEqual(['Flood', 'Ebb', 'Neap']);
    expect(head.getAttribute('aria-sort')).toBe('descending');

    fireEvent.click(within(head).getByRole('button'));
    expect(names()).toEqual(['Ebb', 'Flood', 'Neap']);
  });

  it('paginates rows when page sizes are given', () => {
    render(
      <DataGrid label="Boats" columns={columns} rows={boats} rowId={(boat) => boat.name} pageSizeOptions={[2, 4]} />,
    );

    expect(names()).toEqual(['Ebb', 'Flood']);
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(names()).toEqual(['Neap']);
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByLabelText('Rows per page'), { target: { value: '4' } });
    expect(names()).toHaveLength(3);
  });
});

describe('grid with rows that arrive after mounting', () => {
  const fleet = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `Boat ${index}`, length: index }));
  const grid = (rows: Boat[]) => (
    <DataGrid
      label="Boats"
      columns={columns}
      rows={rows}
      rowId={(boat) => boat.name}
      pageSizeOptions={rows.length > 10 ? [10, 25, 50] : undefined}
    />
  );

  it.each([11, 27])('shows the first ten of %i rows, and the rest on the next pages', (count) => {
    const { rerender } = render(grid([]));
    rerender(grid(fleet(count)));

    expect(names()).toHaveLength(10);
    expect(screen.getByText(`1–10 of ${count}`)).toBeTruthy();
    expect(screen.getByLabelText('Rows per page')).toHaveProperty('value', '10');

    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(names()[0]).toBe('Boat 10');
  });

  it('shows the last page with rows when there are fewer rows than before', () => {
    const { rerender } = render(grid(fleet(27)));
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(screen.getByText('21–27 of 27')).toBeTruthy();

    rerender(grid(fleet(12)));
    expect(names()).toEqual(['Boat 10', 'Boat 11']);
    expect(screen.getByText('11–12 of 12')).toBeTruthy();

    rerender(grid(fleet(8)));
    expect(names()).toHaveLength(8);
  });
});

describe('grid with server-side paging', () => {
  it('shows the received page and requests another', () => {
    const onPaging = vi.fn();
    render(
      <DataGrid
        label="Boats"
        columns={columns}
        rows={boats}
        rowId={(boat) => boat.name}
        rowCount={30}
        paginationModel={{ page: 1, pageSize: 3 }}
        onPaginationModelChange={onPaging}
        pageSizeOptions={[3, 6]}
        sortModel={[{ field: 'name', sort: 'desc' }]}
        onSortModelChange={() => {}}
      />,
    );

    expect(names()).toEqual(['Ebb', 'Flood', 'Neap']);
    expect(screen.getByText('4–6 of 30')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(onPaging).toHaveBeenCalledWith({ page: 2, pageSize: 3 });
  });
});

it('shows skeleton rows while loading, and an empty or failed state instead of rows', () => {
  const { rerender, container } = render(
    <DataGrid label="Boats" columns={columns} rows={[]} rowId={(boat) => boat.name} loading empty="Nothing here" />,
  );
  expect(container.querySelectorAll('[data-skeleton]').length).toBeGreaterThan(0);
  expect(screen.queryByText('Nothing here')).toBeNull();

  rerender(<DataGrid label="Boats" columns={columns} rows={[]} rowId={(boat) => boat.name} empty="Nothing here" />);
  expect(screen.getByText('Nothing here')).toBeTruthy();

  rerender(
    <DataGrid label="Boats" columns={columns} rows={boats} rowId={(boat) => boat.name} failure="Could not load" />,
  );
  expect(screen.getByText('Could not load')).toBeTruthy();
  expect(screen.queryByText('Ebb')).toBeNull();
});

it('never leaves a column unsorted', () => {
  expect(nextSort([], 'name')).toEqual([{ field: 'name', sort: 'desc' }]);
  expect(nextSort([{ field: 'name', sort: 'desc' }], 'name')).toEqual([{ field: 'name', sort: 'asc' }]);
  expect(nextSort([{ field: 'name', sort: 'asc' }], 'name')).toEqual([{ field: 'name', sort: 'desc' }]);
});

it('shows the range of visible rows', () => {
  expect(pageSpan({ page: 0, pageSize: 5 }, 0)).toBe('0 of 0');
  expect(pageSpan({ page: 8, pageSize: 5 }, 43)).toBe('41–43 of 43');
});
