import type { FaultName, FaultParams } from '../../faults.ts';
import type { MediaItem, MediaKind } from '../../world/media-item.ts';
import { GraphError, missingPermission, unknownError } from '../graph-error.ts';
import type { JsonObject } from '../json.ts';
import { isNamed, mapNumbers } from './spoiled-insights.ts';

type Strike = (fault: FaultName, accepts?: (params: FaultParams) => boolean) => FaultParams | undefined;

const productTypes: Record<MediaKind, string> = { image: 'FEED', carousel: 'FEED', reel: 'REELS', story: 'STORY' };

/**
 * Matches one media item (`params.media`), a kind (`params.kind`, such as `carousel`) or a product type (`FEED`);
 * without these parameters, all items.
 */
function concerns(params: FaultParams, { id, kind }: MediaItem): boolean {
  const only = params.text('kind', kind);
  return params.text('media', id) === id && (only === kind || only === productTypes[kind]);
}

/** Throws errors for one post's insights; nested in a list, one such post fails the whole page. */
export function assertPostInsights(media: MediaItem, strike: Strike): void {
  const isMeant = (params: FaultParams) => concerns(params, media);
  const permission = strike('post-permission', isMeant);
  if (permission) throw missingPermission(permission.number('status', 403));
  const disguised = strike('post-code-1', isMeant);
  if (disguised) {
    throw new GraphError('An unknown error has occurred.', {
      code: disguised.number('code', 1),
      status: 500,
      transient: false,
    });
  }
}

/**
 * Rejects a breakdown as an unknown error, as if it were not implemented; `params.breakdown` names one, and
 * `params.isFlagged` is false where the reply does not contain `is_transient`.
 */
export function assertBreakdown(breakdown: string | undefined, strike: Strike): void {
  if (breakdown === undefined) return;
  const params = strike('breakdown-code-1', (given) => given.text('breakdown', breakdown) === breakdown);
  if (params) throw unknownError({ isFlagged: params.text('isFlagged', 'true') === 'true' });
}

/** Returns the requested metrics that a fault makes unsupported for this media item. */
export function unsupportedMetrics(media: MediaItem, requested: string[], strike: Strike): string[] {
  const params = strike('metric-unsupported', (given) => concerns(given, media) && named(given, requested).length > 0);
  return params ? named(params, requested) : [];
}

/** Lowers lifetime totals; `params.metrics` names them, `params.share` how much is lost. */
export function withFallenTotals(media: MediaItem, data: JsonObject[], strike: Strike): JsonObject[] {
  const params = strike('falling-totals', (given) => concerns(given, media));
  if (!params) return data;
  const metrics = params.has('metrics') ? params.list('metrics') : ['reach', 'follows'];
  const remaining = 1 - params.number('share', 0.7);
  return data.map((metric) =>
    isNamed(metric, metrics) ? mapNumbers(metric, (value) => Math.floor(value * remaining)) : metric,
  );
}

/** Returns the requested metrics that the service no longer knows, for accounts and media. */
export function retiredMetrics(requested: string[], strike: Strike): string[] {
  const params = strike('metric-retired', (given) => named(given, requested).length > 0);
  return params ? named(params, requested) : [];
}

function named(params: FaultParams, requested: string[]): string[] {
  const metrics = params.list('metrics');
  return requested.filter((name) => metrics.includes(name));
}
