const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 1536000 is '1.5 MB'. */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power === 0 || value >= 100 ? 0 : 1)} ${units[power]}`;
}

/** How long since an instant: '3d 4h', '4h 10m', '12m'. */
export function durationText(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days}d ${hours}h`;
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
}

const problems: Record<string, string> = {
  reconnect_required: 'Login has to be renewed',
  permission_missing: 'A permission is missing',
  account_unreachable: 'Not given to the login any more',
  rate_limited: 'Meta asks to wait',
  meta_unavailable: 'Meta does not answer',
  failed: 'Instagram refused a request',
};

export function problemName(code: string): string {
  return problems[code] ?? code;
}

const actions: Record<string, string> = {
  'account.throttle': 'Throttle',
  'user.role': 'Role',
  'user.disabled': 'Access',
  'user.exported': 'Export of own data',
  'user.deleted': 'Deletion of oneself',
  'subscription.set': 'Plan given',
  'plan.updated': 'Plan changed',
};

export function actionName(action: string): string {
  return actions[action] ?? action;
}

/** A change in a line, what was before last: 'throttle 2, before 1'. */
export function changeText(change: unknown): string {
  if (typeof change !== 'object' || change === null) return '';
  return Object.entries(change)
    .filter(([, value]) => value !== null)
    .toSorted(([one], [other]) => Number(one === 'before') - Number(other === 'before'))
    .map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}
