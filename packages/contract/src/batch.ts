import { z } from 'zod';
import { exportFigures } from './analytics/export.ts';
import { endpoint } from './endpoint.ts';

/** The calls that may be part of a batch start with one of these, and read. */
export const batchedPaths = ['/metrics/', '/media/'];
export const maxBatchedCalls = 32;

/** One line of the response, in the order in which the calls end. */
export interface BatchedAnswer {
  /** The place of the call in the request. */
  call: number;
  status: number;
  body: unknown;
}

export const runBatch = endpoint({
  method: 'POST',
  path: '/batch',
  access: 'user',
  scope: 'any',
  cost: 'batch',
  summary:
    'Runs several reading calls (POST below /metrics and /media) and streams their responses as JSON texts (RFC 7464) ' +
    'of `call`, `status` and `body`, each as soon as it is there; each call counts and fails as it would alone',
  body: z.strictObject({
    calls: z
      .array(
        z.strictObject({
          path: z
            .string()
            .max(200)
            .regex(/^\/(metrics|media)(\/[\w-]+)+$/, 'must be the path of a call below /metrics or /media')
            .refine((path) => path !== exportFigures.path, 'must not be a download'),
          body: z.record(z.string(), z.unknown()),
        }),
      )
      .min(1)
      .max(maxBatchedCalls),
  }),
  response: z.string(),
  failures: [],
});
