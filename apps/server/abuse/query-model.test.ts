import { expect } from 'vitest';
import { runCases, type Case } from './cases.ts';

const grid = { paginationModel: { page: 0, pageSize: 10 }, sortModel: [] as unknown[] };
const filters = {
  query: '',
  filterMode: 'combined',
  isoStart: '2026-10-01T00:00:00.000Z',
  isoEnd: '2026-10-31T23:59:59.999Z',
};
const posts = (part: { grid?: object; filters?: object }) => ({
  grid: { ...grid, ...part.grid },
  filters: { ...filters, ...part.filters },
  platform: 'instagram',
  accountIds: ['$A1'],
});
const rows = (
  what: string,
  id: number,
  part: { grid?: object; filters?: object },
  status: number,
  within?: number,
): Case => ({
  id,
  what,
  as: 'maya',
  ask: 'POST /media/datagrid/query',
  json: posts(part),
  status,
  ...(within ? { within } : {}),
});
const span = (startDate: unknown, endDate: unknown): Case => ({
  id: 49,
  what: `a range from ${String(startDate)} to ${String(endDate)}`,
  as: 'maya',
  ask: 'POST /metrics/breakdown/views',
  json: { startDate, endDate, accountIds: ['$A1'] },
  status: 400,
});

const cases: Case[] = [
  ...[
    'likes; DROP TABLE media--',
    'likes" desc,(select pg_sleep(5))--',
    'constructor',
    '__proto__',
    'token',
    'account_id',
  ].map((field) => rows(`a sort by ${field}`, 43, { grid: { sortModel: [{ field, sort: 'asc' }] } }, 400, 300)),
  ...['asc, pg_sleep(5)', 'ASC', 1, null].map((sort) =>
    rows(`a sort direction of ${String(sort)}`, 44, { grid: { sortModel: [{ field: 'likes', sort }] } }, 400),
  ),
  ...['contains', 'isAnyOf', '=', "is' or 1=1--"].map((operator) =>
    rows(
      `a filter that ${operator}`,
      45,
      { grid: { filterModel: { items: [{ field: 'format', operator, value: 'REEL' }] } } },
      400,
    ),
  ),
  rows(
    'a filter by a column that is not offered',
    45,
    { grid: { filterModel: { items: [{ field: 'token', operator: 'is', value: 'REEL' }] } } },
    400,
  ),
  ...["%' OR '1'='1", '%%%%', '\\', "'; select pg_sleep(5)--", '\u{1F4A3}%_'].map((query) =>
    rows(`a search for ${query}`, 46, { filters: { query } }, 200, 1_000),
  ),
  rows('a search with NUL', 46, { filters: { query: 'a\u0000' } }, 400),
  rows(
    'a search for fifty words',
    47,
    { filters: { query: 'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(3) } },
    200,
    500,
  ),
  rows('a search for a pattern that never ends', 47, { filters: { query: '(a+)+$'.repeat(30) } }, 200, 1_000),
  rows('a search for ten kilobytes', 47, { filters: { query: '(a+)+$'.repeat(1_700) } }, 400, 1_000),
  ...[0, -1, 1e9, 1.5, '10', 201, null].map((pageSize) =>
    rows(`pages of ${String(pageSize)}`, 48, { grid: { paginationModel: { page: 0, pageSize } } }, 400),
  ),
  ...[-1, 1e9, 0.5, '0'].map((page) =>
    rows(`page ${String(page)}`, 48, { grid: { paginationModel: { page, pageSize: 10 } } }, 400),
  ),
  rows('the last page there may be', 48, { grid: { paginationModel: { page: 100_000, pageSize: 200 } } }, 200, 1_000),
  rows(
    'four sorts at once',
    48,
    { grid: { sortModel: ['likes', 'views', 'reachTotal', 'shares'].map((field) => ({ field, sort: 'asc' })) } },
    400,
  ),
  span('2026-10-07T00:00:00.000Z', '2026-10-01T23:59:59.999Z'),
  span('2023-10-01T00:00:00.000Z', '2026-10-01T23:59:59.999Z'),
  span('2024-02-30T00:00:00.000Z', '2024-03-01T23:59:59.999Z'),
  span('2026-10-01', '2026-10-07'),
  span('2026-10-01T00:00:00.000+02:00', '2026-10-07T00:00:00.000+02:00'),
  span("2026-10-01T00:00:00.000Z'; select 1", '2026-10-07T23:59:59.999Z'),
  span(1_790_000_000_000, '2026-10-07T23:59:59.999Z'),
  span('+275760-09-14T00:00:00.000Z', '+275760-09-15T00:00:00.000Z'),
  {
    id: 50,
    what: 'a metric that is not offered',
    as: 'maya',
    ask: 'POST /metrics/breakdown/password',
    json: { startDate: filters.isoStart, endDate: filters.isoEnd, accountIds: ['$A1'] },
    status: 400,
  },
  {
    id: 50,
    what: 'a metric with SQL',
    as: 'maya',
    ask: "POST /metrics/breakdown/reach'--",
    json: { startDate: filters.isoStart, endDate: filters.isoEnd, accountIds: ['$A1'] },
    status: 400,
  },
  ...[
    'sort=token',
    'sort=name;--',
    'order=ASC',
    'pageSize=1000',
    'page=-1',
    'page=1e3',
    'search=' + 'x'.repeat(101),
    'role=god',
    'unknown=1',
  ].map((query) => ({
    id: 52,
    what: `a list of users by ${query.slice(0, 20)}`,
    as: 'olu' as const,
    ask: `GET /admin/users?${query}`,
    status: 400,
  })),
  ...['zz%', 'zz_', 'zz\\', "zz' or 1=1--", "zz':*|'a"].map((search) => ({
    id: 52,
    what: `users found by ${search}`,
    as: 'olu' as const,
    ask: `GET /admin/users?search=${encodeURIComponent(search)}`,
    status: 200,
  })),
];

// Wildcards must be taken literally, and no account has such a name.
runCases(cases, ({ id, status }, answer) => {
  if (id === 46 && status === 200) expect(answer.json).toMatchObject({ rows: [], totalRowCount: 0 });
  if (id === 52 && status === 200) expect(answer.json).toMatchObject({ users: [], total: 0 });
});
