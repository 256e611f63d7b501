import { dayMillis, type ConnectionCause, type MetaConnection } from '@tidemark/contract';
import { dateLabel, plural } from '#web/platform/format.ts';
import type { AskAgain } from './meta-login.ts';
import { serverNow } from '#web/platform/server-clock.ts';

interface Invitation {
  /** Explains what no longer works. */
  stopped?: string;
  text: string;
  action: string;
  /** Something has to be done on facebook.com before reconnecting helps. */
  facebookFirst: boolean;
  tone: 'new' | 'problem' | 'warning';
  again?: AskAgain;
}

const reconnect = 'Reconnect Meta Business';
const confirm = 'Confirm access';
const kept = 'Your data is safe.';

/** Explains why a user should connect (again); null while the login works and does not end soon. */
export function getConnectPrompt(
  connection: MetaConnection,
  { linked = 0, now = serverNow().getTime() }: { linked?: number; now?: number } = {},
): Invitation | null {
  const { isConnected, tokenValid, problem, warning } = connection;
  if (!isConnected)
    return {
      ...(linked > 0 && {
        stopped: `No Meta Business login is connected, so your ${linked} linked ${plural(linked, 'account')} ${plural(linked, 'is', 'are')} no longer synced through it. ${kept}`,
      }),
      text: 'Connect your Meta Business account to reach your business accounts and pages. A Meta window opens where you choose what to share.',
      action: 'Connect Meta Business',
      facebookFirst: false,
      tone: 'new',
    };
  if (problem)
    return {
      text: `${problem.message} ${kept}`,
      action: problem.cause === 'data_access_expired' ? confirm : reconnect,
      facebookFirst: problem.action === 'open_facebook',
      tone: 'problem',
      ...againAfter(problem.cause),
    };
  if (!tokenValid)
    return {
      text: `Your Meta Business login has expired. Reconnect to continue. ${kept}`,
      action: reconnect,
      facebookFirst: false,
      tone: 'problem',
    };
  if (!warning) return null;
  const when = `${daysUntil(warning.at, now)}, on ${dateLabel(warning.at)}`;
  return {
    text:
      warning.kind === 'data_access_expires'
        ? `Meta requires you to confirm access every 90 days. It expires ${when}. Confirm before then to avoid gaps in your data.`
        : `Your Meta Business login expires ${when}. Reconnect before then to avoid gaps in your data.`,
    action: warning.kind === 'data_access_expires' ? confirm : reconnect,
    facebookFirst: false,
    tone: 'warning',
    ...(warning.kind === 'data_access_expires' && { again: 'reauthorize' }),
  };
}

function againAfter(cause: ConnectionCause): Pick<Invitation, 'again'> {
  if (cause === 'data_access_expired') return { again: 'reauthorize' };
  return cause === 'permission_missing' ? { again: 'rerequest' } : {};
}

function daysUntil(instant: string, now: number): string {
  const days = Math.ceil((Date.parse(instant) - now) / dayMillis);
  return days <= 1 ? 'within a day' : `in ${days} ${plural(days, 'day')}`;
}
