import {
  addDays,
  aggregateMedia,
  countMedia,
  getBreakdown,
  getLatestMetric,
  getMedia,
  getMediaActivity,
  getMetricCard,
  getOpportunities,
  getTimeseries,
  getTopFormat,
  listMediaOfRange,
  mediaMetricNames,
  queryPosts,
  toEndpointPath,
  toRequestParts,
  type Endpoint,
  type FilterMode,
  type EndpointRequest,
} from '@tidemark/contract';

export interface Shape {
  accountIds: string[];
  days: number;
}

export interface Range {
  from: string;
  to: string;
}

export function toRanges(days: number): { now: Range; before: Range } {
  const to = addDays(new Date().toISOString().slice(0, 10), -1);
  const from = addDays(to, 1 - days);
  return { now: { from, to }, before: { from: addDays(from, -days), to: addDays(from, -1) } };
}

export interface Asked {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

function ask<E extends Endpoint>({ method, path }: E, request: EndpointRequest<E>): Asked {
  const { body, ...parts } = toRequestParts(request);
  return {
    method: method === 'GET' ? method : 'POST',
    path: `/api/v1${toEndpointPath(path, parts)}`,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

/** Returns all analytics calls in the contract, as the web app sends them. */
export function toCalls(): [string, (shape: Shape) => Asked][] {
  const start = (day: string) => `${day}T00:00:00.000Z`;
  const end = (day: string) => `${day}T23:59:59.999Z`;
  const account = ({ accountIds, days }: Shape) => {
    const { from, to } = toRanges(days).now;
    return { startDate: start(from), endDate: end(to), accountIds };
  };
  const media = ({ accountIds, days }: Shape) => {
    const { from, to } = toRanges(days).now;
    return { isoStart: start(from), isoEnd: end(to), accountIds };
  };
  const platform = 'instagram' as const;
  const grid = (filterMode: FilterMode, query: string) => (shape: Shape) => {
    const { accountIds, ...range } = media(shape);
    return ask(queryPosts, {
      body: {
        grid: { paginationModel: { page: 0, pageSize: 10 }, sortModel: [{ field: 'reachTotal', sort: 'desc' }] },
        filters: { query, filterMode, ...range },
        platform,
        accountIds,
      },
    });
  };
  return [
    [
      'card',
      ({ accountIds, days }) => {
        const { now, before } = toRanges(days);
        const periods = {
          cStart: start(now.from),
          cEnd: end(now.to),
          pStart: start(before.from),
          pEnd: end(before.to),
        };
        return ask(getMetricCard, { params: { metric: 'engagement-rate' }, body: { ...periods, accountIds } });
      },
    ],
    ['breakdown', (shape) => ask(getBreakdown, { params: { metric: 'views' }, body: account(shape) })],
    ['timeseries', (shape) => ask(getTimeseries, { params: { metric: 'views' }, body: account(shape) })],
    ['posts grid, published', grid('published', '')],
    ['posts grid, active', grid('active', '')],
    ['posts grid, both', grid('combined', '')],
    ['posts grid, both, searched', grid('combined', 'post 1')],
    ['posts of a range', (shape) => ask(listMediaOfRange, { body: media(shape) })],
    [
      '500 posts and their gains',
      (shape) => ask(getMedia, { body: { ...media(shape), platform, filterMode: 'combined' } }),
    ],
    ['activity', (shape) => ask(getMediaActivity, { body: { ...media(shape), platform } })],
    ['top format', (shape) => ask(getTopFormat, { body: { ...media(shape), platform } })],
    [
      'demographics',
      (shape) => ask(getLatestMetric, { body: { ...media(shape), platform, metric: 'follower_demographics' } }),
    ],
    [
      'post insights, all posts',
      (shape) =>
        ask(aggregateMedia, {
          body: { ...account(shape), mediaIds: null, metricNames: [...mediaMetricNames] },
        }),
    ],
    [
      'opportunities',
      (shape) => {
        const { endDate, accountIds } = account(shape);
        return ask(getOpportunities, { body: { endDate, accountIds, mediaIds: null } });
      },
    ],
    ['count of posts', () => ask(countMedia, {})],
  ];
}
