import {
  dayMillis,
  connectionWarningDays,
  ConnectionCause,
  type ConnectionProblem,
  type MetaConnection,
} from '@tidemark/contract';

/** Permissions required to find pages and sync their accounts. */
export const neededScopes = [
  'instagram_basic',
  'instagram_manage_insights',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
];

export function listMissing(scopes: readonly string[]): string[] {
  return neededScopes.filter((scope) => !scopes.includes(scope));
}

const causes = new Map<number | null, ConnectionCause>([
  [458, 'app_removed'],
  [459, 'checkpoint'],
  [460, 'password_changed'],
  [463, 'token_expired'],
  [464, 'unconfirmed_user'],
  [467, 'token_invalid'],
  [492, 'role_lost'],
]);

/** Returns the cause; some errors have its number as their code. */
export function toCause({ code = null, subcode }: { code?: number | null; subcode: number | null }): ConnectionCause {
  return causes.get(subcode) ?? causes.get(code) ?? 'token_invalid';
}

/** Determines whether a login is usable; `broken_reason` is a cause. */
export interface ConnectionState {
  broken_at: Date | null;
  broken_reason: string | null;
  expires_at: Date | null;
  data_access_expires_at: Date | null;
  missing_scopes: string[];
}

export function isTokenValid({ broken_at, expires_at }: Pick<ConnectionState, 'broken_at' | 'expires_at'>, now: Date) {
  return broken_at === null && (expires_at === null || expires_at > now);
}

/** Returns true if a login returns metrics: a valid token returns none once the user has to reconfirm access. */
export function isUsable(state: Omit<ConnectionState, 'missing_scopes' | 'broken_reason'>, now: Date): boolean {
  const { data_access_expires_at: confirmedUntil } = state;
  return isTokenValid(state, now) && (confirmedUntil === null || confirmedUntil > now);
}

export function hasAllPermissions({ missing_scopes }: Pick<ConnectionState, 'missing_scopes'>): boolean {
  return missing_scopes.length === 0;
}

/** Returns why a login is not fully usable; null if it is. */
export function getConnectionProblem(state: ConnectionState, now: Date): ConnectionProblem | null {
  if (state.broken_at) return toProblem(storedCause(state.broken_reason));
  if (!isTokenValid(state, now)) return toProblem('token_expired');
  if (!isUsable(state, now)) return toProblem('data_access_expired');
  return state.missing_scopes.length > 0 ? toProblem('permission_missing', state.missing_scopes) : null;
}

export function storedCause(reason: string | null): ConnectionCause {
  const cause = ConnectionCause.safeParse(reason);
  if (cause.success) return cause.data;
  // The first version stored Meta's own numbers, "190/463".
  return toCause({ subcode: Number(reason?.split('/')[1] ?? 0) });
}

const again = 'Reconnect to continue.';
const messages: Record<ConnectionCause, string> = {
  disconnected: `The Meta Business login was disconnected. ${again}`,
  token_expired: `The Meta Business login has expired. ${again}`,
  password_changed: `The Facebook password was changed, or Facebook ended the session for security reasons. ${again}`,
  app_removed: `This app’s permissions were removed on Facebook. ${again}`,
  checkpoint: 'Facebook requires you to confirm something on facebook.com first. Then reconnect.',
  unconfirmed_user: 'Facebook has not confirmed this user yet. Confirm the user on facebook.com, then reconnect.',
  role_lost: 'The connected person no longer has a role on the Facebook Page. Restore the role, then reconnect.',
  data_access_expired: 'Meta requires you to confirm access every 90 days. Confirm it to continue.',
  permission_missing: 'A permission is missing. Reconnect and allow all permissions.',
  account_personal: 'This is a personal account now. Switch it back to a professional account, then reconnect.',
  ended_here: `All Meta Business logins were revoked for security reasons. ${again}`,
  token_invalid: `Meta no longer accepts the login. ${again}`,
};

/** Returns the message for a cause; names missing permissions. */
export function toProblem(cause: ConnectionCause, missing: readonly string[] = []): ConnectionProblem {
  const named = missing.length === 1 ? `The permission ${missing[0]} is` : `The permissions ${missing.join(', ')} are`;
  return {
    cause,
    message:
      cause === 'permission_missing' && missing.length > 0
        ? `${named} missing. Reconnect and allow all permissions.`
        : messages[cause],
    action: cause === 'checkpoint' || cause === 'unconfirmed_user' ? 'open_facebook' : 'connect',
  };
}

/** Problem shown for an account that a working login does not list. */
export const notListed =
  'The business login no longer includes this account: its Facebook Page was not shared, Facebook denies access to the Page, or it is no longer a business account.';

/** Problem shown for an account that no login of the user reaches, without a business login. */
export const noLogin = 'None of your working logins reaches this account. Connect it again.';

/** Returns a working login's next expiry within two weeks. */
export function getWarning(state: ConnectionState, now: Date): MetaConnection['warning'] {
  if (!isUsable(state, now)) return null;
  const ends = [
    { kind: 'token_expires' as const, at: state.expires_at },
    { kind: 'data_access_expires' as const, at: state.data_access_expires_at },
  ];
  const [next] = ends
    .flatMap(({ kind, at }) => (at ? [{ kind, at }] : []))
    .filter(({ at }) => at.getTime() - now.getTime() < connectionWarningDays * dayMillis)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return next ? { kind: next.kind, at: next.at.toISOString() } : null;
}

/**
 * Returns true if a token is due: it expires within 30 days or has been used for 30, at most daily. Tokens that do not
 * expire stay unchanged, and invalid tokens cannot be exchanged.
 */
export function needsRenewal(
  token: { expires_at: Date | null; renewed_at: Date | null; connected_at: Date },
  now: Date,
): boolean {
  const { expires_at: ends, renewed_at: renewed, connected_at: connected } = token;
  if (!ends || ends <= now) return false;
  if (renewed && now.getTime() - renewed.getTime() < dayMillis) return false;
  const month = 30 * dayMillis;
  return ends.getTime() - now.getTime() < month || now.getTime() - (renewed ?? connected).getTime() > month;
}
