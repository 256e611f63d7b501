import { timeSince, type Freshness } from '#web/features/accounts/index.ts';
import { plural } from '#web/platform/format.ts';

export type Status = Freshness | { state: 'offline' };

/** Returns the status chip's text, and a short one for phones. */
export function describeStatus(status: Status, now: number): { text: string; short: string } {
  switch (status.state) {
    case 'offline':
      return { text: 'Offline', short: '' };
    case 'needs-attention': {
      const { accounts } = status;
      return {
        text: `${accounts} ${plural(accounts, 'account')} ${accounts === 1 ? 'needs' : 'need'} attention`,
        short: String(accounts),
      };
    }
    case 'out-of-date': {
      const { accounts } = status;
      return { text: `${accounts} ${plural(accounts, 'account')} out of date`, short: String(accounts) };
    }
    case 'syncing':
      return { text: `Syncing ${status.running} of ${status.of}`, short: '' };
    case 'synced':
      return { text: `Synced ${timeSince(status.at, now)}`, short: shortTime(status.at, now) };
    case 'never':
      return { text: 'Never synced', short: '' };
  }
}

/** '12m', '3h', '2d'. */
function shortTime(instant: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000));
  if (minutes < 60) return `${minutes}m`;
  return minutes < 1440 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / 1440)}d`;
}
