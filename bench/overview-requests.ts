import { addDays, cardMetrics } from '@tidemark/contract';

/**
 * Returns the Overview's requests, for one, three, ten and fifty accounts over a week, a month, a quarter and a year.
 */
export function overviewRequests(accountIds: string[]) {
  const to = addDays(new Date().toISOString().slice(0, 10), -1);
  const start = (day: string) => `${day}T00:00:00.000Z`;
  const end = (day: string) => `${day}T23:59:59.999Z`;
  const shapes = [
    { length: 7, size: 1 },
    { length: 30, size: 3 },
    { length: 7, size: 10 },
    { length: 90, size: 10 },
    { length: 30, size: 1 },
    { length: 365, size: 3 },
    { length: 30, size: 50 },
  ];
  return shapes.flatMap(({ length, size }, at) => {
    const from = addDays(to, 1 - length);
    const ids = Array.from({ length: size }, (_, index) => accountIds[(at * 13 + index) % accountIds.length]);
    const range = { startDate: start(from), endDate: end(to), accountIds: ids };
    const compared = {
      cStart: start(from),
      cEnd: end(to),
      pStart: start(addDays(from, -length)),
      pEnd: end(addDays(from, -1)),
      accountIds: ids,
    };
    const published = { isoStart: start(from), isoEnd: end(to), accountIds: ids };
    const ask = (name: string, path: string, body: object) => ({
      name,
      path: `/api/v1${path}`,
      body: JSON.stringify(body),
    });
    return [
      ...cardMetrics
        .filter((metric) => metric !== 'follower-growth-rate')
        .map((metric) => ask('card', `/metrics/account/insight/${metric}`, compared)),
      ask('usual changes', '/metrics/account/usual-changes', range),
      ...['views', 'reach', 'total_interactions'].flatMap((metric) => [
        ask('breakdown', `/metrics/breakdown/${metric}`, range),
        ask('timeseries', `/metrics/account/timeseries/${metric}`, range),
      ]),
      ask('posts of a range', '/media/list/date/range', published),
      ask('posts grid', '/media/datagrid/query', {
        grid: { paginationModel: { page: 0, pageSize: 10 }, sortModel: [{ field: 'reachTotal', sort: 'desc' }] },
        filters: { query: '', filterMode: 'published', isoStart: start(from), isoEnd: end(to) },
        platform: 'instagram',
        accountIds: ids,
      }),
    ];
  });
}
