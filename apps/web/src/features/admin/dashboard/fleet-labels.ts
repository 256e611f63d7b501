/** Formats the time since an instant: '3d 4h', '4h 10m', '12m'. */
export function durationText(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days}d ${hours}h`;
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
}

const problems: Record<string, string> = {
  reconnect_required: 'Reconnect required',
  permission_missing: 'Permission missing',
  account_unreachable: 'Account no longer accessible',
  network_disabled: 'Network disabled',
  rate_limited: 'Rate-limited by Meta',
  meta_unavailable: 'Meta is not responding',
  failed: 'Instagram rejected a request',
};

export function problemName(code: string): string {
  return problems[code] ?? code;
}

const actions: Record<string, string> = {
  'account.throttle': 'Throttle',
  'user.role': 'Role',
  'user.disabled': 'Access',
  'user.email.confirmed': 'Email confirmation',
  'stripe.tested': 'Stripe test',
  'meta.configured': 'Meta app',
  'instagram.configured': 'Instagram app',
  'mail.configured': 'Mail server',
  'updates.configured': 'Update check',
  'setting.removed': 'Setting removed',
  'user.exported': 'Data export',
  'user.deleted': 'User deletion',
  'subscription.set': 'Plan assigned',
  'plan.updated': 'Plan changed',
  'audit.checkpoint': 'Audit checkpoint',
  'account.corrected': 'Numbers corrected',
  'alerts.started': 'Alerts on',
  'alerts.stopped': 'Alerts off',
  'connection.deleted': 'Login removed',
  'digest.started': 'Digest on',
  'digest.stopped': 'Digest off',
  'invitation.created': 'Invitation',
  'invitation.withdrawn': 'Invitation withdrawn',
  'key.created': 'API key created',
  'key.revoked': 'API key revoked',
  'keys.rotated': 'Encryption keys rotated',
  'peer.added': 'Peer added',
  'peer.removed': 'Peer removed',
  'recipient.added': 'Recipient added',
  'recipient.confirmed': 'Recipient confirmed',
  'recipient.removed': 'Recipient removed',
  'recipient.unsubscribed': 'Recipient unsubscribed',
  'reset.created': 'Password reset link',
  'reset.requested': 'Password reset requested',
  'setup.created': 'Setup link',
  'share.changed': 'Share link changed',
  'share.created': 'Share link created',
  'share.revoked': 'Share link revoked',
  'tokens.revoked': 'Tokens revoked',
  'user.moved': 'Sign-in moved',
  'webhook.removed': 'Webhook removed',
  'webhook.rotated': 'Webhook secret renewed',
  'webhook.saved': 'Webhook saved',
  'backup.requested': 'Backup requested',
  'work.paused': 'Background work paused',
  'work.resumed': 'Background work resumed',
  'work.retried': 'Background work retried',
};

export function actionName(action: string): string {
  return actions[action] ?? action;
}
