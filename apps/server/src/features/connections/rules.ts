import {
  connectionWarningDays,
  ConnectionCause,
  type ConnectionProblem,
  type MetaConnection,
} from '@tidemark/contract';

const day = 86_400_000;

/** Permissions without which nothing can be read: pages are found, their accounts and figures read. */
export const neededScopes = [
  'instagram_basic',
  'instagram_manage_insights',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
];

export function missingOf(scopes: readonly string[]): string[] {
  return neededScopes.filter((scope) => !scopes.includes(scope));
}

/** Only these say that the token itself is dead. */
export function isDeadToken({ code }: { code: number | null }): boolean {
  return code === 190 || code === 102;
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

export function causeOf({ subcode }: { subcode: number | null }): ConnectionCause {
  return causes.get(subcode) ?? 'token_invalid';
}

/** What decides whether a login can be used; `broken_reason` is a cause. */
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

/** A good token reads no figures once the person has to confirm the access. */
export function isUsable(state: Omit<ConnectionState, 'missing_scopes' | 'broken_reason'>, now: Date): boolean {
  const { data_access_expires_at: confirmedUntil } = state;
  return isTokenValid(state, now) && (confirmedUntil === null || confirmedUntil > now);
}

/** Why a login cannot do all it should; null when it can. */
export function problemOf(state: ConnectionState, now: Date): ConnectionProblem | null {
  if (state.broken_at) return toProblem(storedCause(state.broken_reason));
  if (!isTokenValid(state, now)) return toProblem('token_expired');
  if (!isUsable(state, now)) return toProblem('data_access_expired');
  return state.missing_scopes.length > 0 ? toProblem('permission_missing', state.missing_scopes) : null;
}

function storedCause(reason: string | null): ConnectionCause {
  const cause = ConnectionCause.safeParse(reason);
  if (cause.success) return cause.data;
  // The first version stored Meta's own numbers, "190/463".
  return causeOf({ subcode: Number(reason?.split('/')[1] ?? 0) });
}

const again = 'Connect again to go on.';
const messages: Record<ConnectionCause, string> = {
  disconnected: `The Meta Business login was taken away. ${again}`,
  token_expired: `The Meta Business login has run out. ${again}`,
  password_changed: `The Facebook password was changed, or Facebook ended the session for safety. ${again}`,
  app_removed: `The rights of this app were taken away at Facebook. ${again}`,
  checkpoint: 'Facebook wants you to confirm something first. Do that on facebook.com, then connect again.',
  unconfirmed_user: 'Facebook has not confirmed this person yet. Do that on facebook.com, then connect again.',
  role_lost: 'The person who connected has no role on the page any more. Get the role back, then connect again.',
  data_access_expired: 'Meta wants the access to be confirmed every 90 days. Confirm it to go on.',
  permission_missing: 'A permission is missing. Connect again and allow all of them.',
  ended_here: `All Meta Business logins were ended here for safety. ${again}`,
  token_invalid: `Meta does not accept the login any more. ${again}`,
};

/** The words for a cause; missing permissions are named. */
export function toProblem(cause: ConnectionCause, missing: readonly string[] = []): ConnectionProblem {
  const named = missing.length === 1 ? `The permission ${missing[0]} is` : `The permissions ${missing.join(', ')} are`;
  return {
    cause,
    message:
      cause === 'permission_missing' && missing.length > 0
        ? `${named} missing. Connect again and allow all of them.`
        : messages[cause],
    action: cause === 'checkpoint' || cause === 'unconfirmed_user' ? 'open_facebook' : 'connect',
  };
}

/** Said of an account that a working login does not reach. */
export const notListed =
  'The business login does not list this account: its page was not shared, or it is no business account any more.';

/** The next end of a working login, two weeks ahead. */
export function warningOf(state: ConnectionState, now: Date): MetaConnection['warning'] {
  if (!isUsable(state, now)) return null;
  const ends = [
    { kind: 'token_expires' as const, at: state.expires_at },
    { kind: 'data_access_expires' as const, at: state.data_access_expires_at },
  ];
  const [next] = ends
    .flatMap(({ kind, at }) => (at ? [{ kind, at }] : []))
    .filter(({ at }) => at.getTime() - now.getTime() < connectionWarningDays * day)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return next ? { kind: next.kind, at: next.at.toISOString() } : null;
}

/**
 * A token is exchanged for a younger one when it dies within 30 days or has served for 30, at most daily; one that
 * never ends is left as it is, and a dead one cannot be exchanged.
 */
export function needsRenewal(
  token: { expires_at: Date | null; renewed_at: Date | null; connected_at: Date },
  now: Date,
): boolean {
  const { expires_at: ends, renewed_at: renewed, connected_at: connected } = token;
  if (!ends || ends <= now) return false;
  if (renewed && now.getTime() - renewed.getTime() < day) return false;
  const month = 30 * day;
  return ends.getTime() - now.getTime() < month || now.getTime() - (renewed ?? connected).getTime() > month;
}
