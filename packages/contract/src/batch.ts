import { z } from 'zod';
import { listAccounts, listActiveAccounts } from './accounts/endpoints.ts';
import { listAlerts } from './alerts/endpoints.ts';
import { exportFigures } from './analytics/export.ts';
import { listLabels } from './analytics/post-labels.ts';
import { loadUser } from './auth/endpoints.ts';
import { endpoint, type Endpoint } from './endpoint.ts';

/** POST calls may be part of a batch if their path starts with one of these, except downloads. */
export const batchedPaths = ['/metrics/', '/media/'];

/** Other calls that may be part of a batch, as method and path. */
export const batchedReads = [loadUser, listAccounts, listActiveAccounts, listLabels, listAlerts].map(
  ({ method, path }) => `${method} ${path}`,
);

function mayBeBatched({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean {
  const isAnalytics = method === 'POST' && /^\/(metrics|media)(\/[\w-]+)+$/.test(path) && path !== exportFigures.path;
  return isAnalytics || batchedReads.includes(`${method} ${path}`);
}

export const maxBatchedCalls = 32;

/** One line of the response; lines arrive in the order the calls finish. */
export interface BatchedAnswer {
  /** The call's index in the request. */
  call: number;
  status: number;
  body: unknown;
}

export const runBatch = endpoint({
  method: 'POST',
  path: '/batch',
  access: 'user',
  member: 'client',
  beforeSecondFactor: true,
  scope: 'any',
  cost: 'batch',
  summary:
    'Runs several read calls (POST under /metrics and /media, the user, accounts, labels and alerts) and streams each ' +
    'response as a JSON text (RFC 7464) of `call`, `status` and `body` as soon as it is ready; each call counts and ' +
    'fails as if it were sent alone',
  body: z.strictObject({
    calls: z
      .array(
        z
          .strictObject({
            method: z.enum(['GET', 'POST']).default('POST'),
            path: z.string().max(200),
            body: z.record(z.string(), z.unknown()).optional(),
          })
          .refine(mayBeBatched, { path: ['path'], message: 'must be the path of a call that reads' }),
      )
      .min(1)
      .max(maxBatchedCalls),
  }),
  response: z.string(),
  failures: [],
});
