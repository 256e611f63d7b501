import type { GraphError } from './graph-error.ts';
import { traceId } from './graph-error.ts';
import { graphVersion } from './meta-app.ts';

const servedVersions = ['v22.0', 'v23.0', 'v24.0', 'v25.0', 'v26.0', 'v27.0'];

/**
 * Returns response headers; `upgradedTo` is the version answered instead of the requested one, for versions that Meta
 * no longer serves.
 */
export function responseHeaders(
  version: string | undefined,
  failure: GraphError | undefined,
  upgradedTo?: string,
): Record<string, string> {
  const reason =
    failure?.code === 190
      ? 'invalid_token'
      : failure?.subcode !== undefined && failure.subcode >= 36_000 && failure.subcode < 36_010
        ? 'invalid_code'
        : undefined;
  return {
    'content-type': 'application/json; charset=UTF-8',
    'cache-control': 'private, no-cache, no-store, must-revalidate',
    'facebook-api-version':
      upgradedTo ??
      (version !== undefined && servedVersions.includes(version)
        ? version
        : version === undefined
          ? graphVersion
          : (servedVersions[0] ?? graphVersion)),
    'x-fb-request-id': traceId(),
    'x-fb-trace-id': traceId().slice(0, 11),
    'x-fb-rev': '1031994571',
    ...(reason !== undefined && {
      'www-authenticate': `OAuth "Facebook Platform" "${reason}" "${failure?.message.replaceAll(/[^\x20-\x7e]/g, '') ?? ''}"`,
    }),
  };
}
