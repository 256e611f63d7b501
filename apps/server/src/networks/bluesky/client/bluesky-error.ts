import { NetworkError, type NetworkFailureKind } from '../../network-error.ts';

/** An answer of an AppView that is an error; `reason` is its name, such as `AccountTakedown`. */
export class BlueskyError extends NetworkError {
  reason: string | null;
  constructor(
    kind: NetworkFailureKind,
    message: string,
    { reason = null, ...details }: ConstructorParameters<typeof NetworkError>[2] & { reason?: string | null } = {},
  ) {
    super(kind, message, details);
    this.reason = reason;
  }
}

/** Names of errors about an account that its owner has to solve. The first is also returned for an account that moved. */
const hiddenReasons = new Set([
  'AccountDeactivated',
  'AccountSuspended',
  'AccountTakedown',
  'RepoDeactivated',
  'RepoSuspended',
  'RepoTakendown',
]);

/** Returns true if the account is suspended or deactivated, or was deleted. */
export function isAccountGone({ reason }: BlueskyError): boolean {
  return hiddenReasons.has(reason ?? '');
}

/** Returns true if the account is suspended, deactivated, deleted or unknown. */
export function isHidden(error: NetworkError): boolean {
  if (!(error instanceof BlueskyError)) return false;
  return isAccountGone(error) || error.message === 'Profile not found';
}
