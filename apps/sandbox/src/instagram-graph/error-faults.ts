import type { FaultName, FaultParams } from '../faults.ts';
import {
  accountLimit,
  appLimit,
  customLimit,
  fewViewers,
  GraphError,
  invalidToken,
  missingAlias,
  missingObject,
  missingPermission,
  pageLimit,
  serviceError,
  tooMuchData,
  unknownError,
  userLimit,
} from './graph-error.ts';

/** Faults that answer a call with a service error. */
const failures: [FaultName, (params: FaultParams, id: string) => GraphError][] = [
  [
    'error',
    (params) =>
      new GraphError(params.text('message', 'An unknown error has occurred.'), {
        status: params.number('status', 400),
        type: params.text('type', 'OAuthException'),
        code: params.number('code', 1),
        ...(params.has('subcode') && { subcode: params.number('subcode', 0) }),
      }),
  ],
  ['unknown', () => unknownError()],
  ['service', serviceError],
  ['app-limit', appLimit],
  ['user-limit', userLimit],
  ['page-limit', pageLimit],
  ['custom-limit', customLimit],
  ['account-limit', accountLimit],
  [
    'token',
    (params) =>
      invalidToken(
        params.has('subcode') ? params.number('subcode', 463) : undefined,
        params.has('message') ? params.text('message', '') : undefined,
      ),
  ],
  ['permission', () => missingPermission()],
  ['few-viewers', fewViewers],
  ['missing-object', (_params, id) => missingObject(id)],
  ['missing-alias', (_params, id) => missingAlias([id])],
  ['reduce-data', tooMuchData],
];

export function strikeError(
  strike: (fault: FaultName) => FaultParams | undefined,
  id: string,
): { failure: GraphError; fault: FaultName; params: FaultParams } | undefined {
  for (const [fault, toFailure] of failures) {
    const params = strike(fault);
    if (params) return { failure: toFailure(params, id), fault, params };
  }
  return undefined;
}
