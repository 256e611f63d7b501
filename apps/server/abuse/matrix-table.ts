import type { Request } from './ask.ts';
import { alertSettings, digest, plan, report, shared } from './matrix-bodies.ts';

/**
 * A row in the access matrix: a call in the contract, with a request that is valid for its owner. Statuses in order:
 * anonymous, the owner, another user, an operator.
 */
export interface Row extends Pick<Request, 'json' | 'body' | 'headers'> {
  /** Replaces the path's parameters, in order and separated by slashes, and adds the query. */
  path?: string;
  statuses: [number, number, number, number];
  /** Statuses for each user's API key, where sessions are rejected. */
  keyStatuses?: Row['statuses'];
  /** A new user sends each request, because it would remove data that other cases need. */
  byNewcomers?: true;
}

type Statuses = Row['statuses'];
const ownerOnly: Statuses = [401, 200, 404, 404];
const operatorsOnly: Statuses = [401, 403, 403, 200];
const [from, to] = ['2026-10-01T00:00:00.000Z', '2026-10-07T23:59:59.999Z'];
const account = { accountId: '$A1', type: 'instagram_account' };
const annotation = { accountId: '$A1', firstDay: '2026-10-01', lastDay: '2026-10-02', text: 'A fair', color: 'teal' };
const appComparison = { accountId: '$A1', from: '2026-10-01', to: '2026-10-02', timeZone: 'UTC', reach: 1 };
const missingAnnotation: Statuses = [401, 404, 404, 404];
const linked = { ...account, accountRefId: null };
const days = { startDate: from, endDate: to };
const span = { isoStart: from, isoEnd: to };
const own = { accountIds: ['$A1'] };
const document = { docType: 'account', docId: '$A1' };
const noPlan = { plan: 'none', status: 'active', currentPeriodEnd: null, cancelAt: null };

const noUuid = '00000000-0000-4000-8000-000000000000';
const noToken = 'a'.repeat(43);
const signInForm = { email: 'none@sandbox.test', password: 'none' };

export const matrix: Record<string, Row> = {
  'GET /health': { statuses: [200, 200, 200, 200] },
  'GET /ready': { statuses: [200, 200, 200, 200] },
  'GET /sse/probe/:token': { path: 'none', statuses: [400, 400, 400, 400] },
  'GET /config': { statuses: [200, 200, 200, 200] },

  'POST /batch': {
    json: { calls: [{ path: '/metrics/breakdown/views', body: { ...days, ...own } }] },
    statuses: [401, 200, 200, 200],
  },

  'GET /session/sign-in': { statuses: [302, 302, 302, 302] },
  'GET /session/callback': { path: '?state=none&code=none', statuses: [302, 302, 302, 302] },
  'POST /session/page': { json: {}, statuses: [403, 403, 403, 403] },
  'POST /session/token': { json: {}, statuses: [403, 403, 403, 403] },
  'POST /session/end': { json: {}, statuses: [403, 403, 403, 403] },

  'POST /session/workspace': { json: { workspaceId: noUuid }, statuses: [403, 403, 403, 403] },

  'GET /workspaces': { statuses: [401, 200, 200, 200] },
  'POST /workspaces/accept': { json: { token: noToken }, statuses: [401, 404, 404, 404] },
  'POST /workspaces/hand-over': { json: { userId: noUuid }, statuses: [401, 404, 404, 404] },
  'POST /workspaces/:workspaceId/leave': { path: noUuid, statuses: [401, 404, 404, 404] },
  'GET /workspace/members': { statuses: [401, 200, 200, 200] },
  'GET /workspace/mail': { statuses: [401, 404, 404, 404] },
  'PUT /workspace/mail': { json: { subscriptions: [] }, statuses: [401, 404, 404, 404] },
  'PATCH /workspace': { json: { name: 'Studio' }, statuses: [401, 200, 200, 200] },
  'POST /workspace/invitations': {
    json: { email: 'new@tidemark.test', role: 'viewer' },
    statuses: [401, 200, 200, 200],
  },
  'DELETE /workspace/invitations/:id': { path: noUuid, statuses: [401, 404, 404, 404] },
  'PATCH /workspace/members/:userId': { path: noUuid, json: { role: 'viewer' }, statuses: [401, 404, 404, 404] },
  'DELETE /workspace/members/:userId': { path: noUuid, statuses: [401, 404, 404, 404] },
  'GET /workspace/accounts': { statuses: [401, 200, 200, 200] },
  'POST /workspace/accounts': { json: { accountId: '$A1' }, statuses: [401, 404, 404, 404] },
  'POST /mail/invitation': { json: { token: noToken }, statuses: [404, 404, 404, 404] },

  'GET /user/sessions': { statuses: [401, 200, 200, 200] },
  'DELETE /user/sessions/:id': { path: noUuid, statuses: [401, 404, 404, 404] },

  // The program that the cases run against signs users in at the sandbox.
  'POST /credentials/sign-in': { json: signInForm, statuses: [403, 403, 403, 403] },
  'POST /credentials/continue': { json: {}, statuses: [403, 403, 403, 403] },
  'POST /credentials/passkey/options': { json: {}, statuses: [403, 403, 403, 403] },
  'POST /credentials/passkey/sign-in': { json: { passkey: { id: 'x' } }, statuses: [403, 403, 403, 403] },
  'POST /credentials/link/inspect': { json: { token: noToken }, statuses: [403, 403, 403, 403] },
  'POST /credentials/link/passkey-options': {
    json: { token: noToken, name: 'New Comer', email: 'none@sandbox.test' },
    statuses: [403, 403, 403, 403],
  },
  'POST /credentials/link/use': { json: { token: noToken, password: 'none' }, statuses: [403, 403, 403, 403] },
  'POST /credentials/reset-request': { json: { email: 'none@sandbox.test' }, statuses: [403, 403, 403, 403] },
  'GET /user/api-keys': { statuses: [401, 200, 200, 200] },
  'POST /user/api-keys': {
    json: { name: 'Sheet', scopes: ['posts:read'], expiresInDays: 1 },
    statuses: [401, 200, 200, 200],
    byNewcomers: true,
  },
  'DELETE /user/api-keys/:id': { path: noUuid, statuses: [401, 404, 404, 404] },
  'GET /user/recipients': { statuses: [401, 200, 200, 200] },
  'POST /user/recipients': {
    json: { address: 'reader@tidemark.test', subscriptions: ['digest'] },
    statuses: [401, 200, 200, 200],
    byNewcomers: true,
  },
  'POST /user/recipients/:id/confirmation': { path: noUuid, statuses: [401, 404, 404, 404] },
  'PUT /user/recipients/:id/subscriptions': {
    path: noUuid,
    json: { subscriptions: [] },
    statuses: [401, 404, 404, 404],
  },
  'DELETE /user/recipients/:id': { path: noUuid, statuses: [401, 404, 404, 404] },
  'POST /mail/confirm': { json: { token: noToken }, statuses: [404, 404, 404, 404] },
  'GET /mail/unsubscribe/:kind/:token': { path: `digest/${noToken}`, statuses: [302, 302, 302, 302] },
  'POST /mail/unsubscribe/:kind/:token': {
    path: `digest/${noToken}`,
    body: 'List-Unsubscribe=One-Click',
    statuses: [404, 404, 404, 404],
  },
  'GET /user/alerts': { statuses: [401, 200, 200, 200] },
  'POST /user/alerts/read': { json: { alertIds: null }, statuses: [401, 200, 200, 200] },
  'POST /user/alerts/preview': { json: alertSettings, statuses: ownerOnly },
  'GET /user/alert-settings': { statuses: [401, 200, 200, 200] },
  'PUT /user/alert-settings': { json: alertSettings, statuses: ownerOnly },
  'GET /user/alert-webhook': { statuses: [401, 200, 200, 200] },
  'PUT /user/alert-webhook': {
    json: { url: 'https://hooks.example/' },
    byNewcomers: true,
    statuses: [401, 200, 200, 200],
  },
  'POST /user/alert-webhook/secret': { byNewcomers: true, statuses: [401, 404, 404, 404] },
  'POST /user/alert-webhook/test': { byNewcomers: true, statuses: [401, 404, 404, 404] },
  'DELETE /user/alert-webhook': { byNewcomers: true, statuses: [401, 404, 404, 404] },
  'GET /user/shares': { statuses: [401, 200, 200, 200] },
  'POST /user/shares': { json: shared, statuses: ownerOnly },
  'PATCH /user/shares/:id': { path: noUuid, json: { title: 'November' }, statuses: [401, 404, 404, 404] },
  'POST /user/shares/:id/revoke': { path: noUuid, statuses: [401, 404, 404, 404] },
  'DELETE /user/shares/:id': { path: noUuid, statuses: [401, 404, 404, 404] },
  'POST /share/open': { json: { token: noToken, passcode: null }, statuses: [404, 404, 404, 404] },
  'GET /user/digest': { statuses: [401, 200, 200, 200] },
  'PUT /user/digest': { json: digest, statuses: ownerOnly },
  'POST /user/digest/preview': { json: { schedule: digest, back: 0 }, statuses: ownerOnly },
  'POST /user/digest/test': { json: { schedule: digest, recipientId: noUuid }, statuses: [401, 409, 404, 404] },
  'POST /mcp': {
    json: { jsonrpc: '2.0', id: 1, method: 'ping' },
    headers: { accept: 'application/json, text/event-stream' },
    statuses: [401, 401, 401, 401],
    keyStatuses: [401, 200, 200, 200],
  },
  'GET /mcp': { statuses: [405, 405, 405, 405] },
  'DELETE /mcp': { statuses: [405, 405, 405, 405] },
  'GET /user/credentials': { statuses: [401, 409, 409, 409] },
  'POST /user/credentials/password': { json: { newPassword: 'none' }, statuses: [401, 409, 409, 409] },
  'POST /user/credentials/email': { json: { email: 'none@sandbox.test' }, statuses: [401, 409, 409, 409] },
  'POST /user/credentials/email/confirm': { json: { token: noToken }, statuses: [401, 409, 409, 409] },
  'POST /user/credentials/passkeys/options': { json: {}, statuses: [401, 409, 409, 409] },
  'POST /user/credentials/passkeys': { json: { passkey: { id: 'x' }, name: 'x' }, statuses: [401, 409, 409, 409] },
  'DELETE /user/credentials/passkeys/:id': { path: 'none', json: {}, statuses: [401, 409, 409, 409] },
  'POST /user/credentials/codes/options': { json: {}, statuses: [401, 409, 409, 409] },
  'POST /user/credentials/codes': { json: { secret: 'A'.repeat(32), code: '0' }, statuses: [401, 409, 409, 409] },
  'POST /user/credentials/codes/remove': { json: {}, statuses: [401, 409, 409, 409] },
  'GET /admin/invitations': { statuses: [401, 403, 403, 409] },
  'POST /admin/invitations': { json: { email: 'none@sandbox.test', role: 'user' }, statuses: [401, 403, 403, 409] },
  'DELETE /admin/invitations/:id': { path: noUuid, statuses: [401, 403, 403, 409] },
  'POST /admin/users/:userId/reset-link': { path: '$U1', statuses: [401, 403, 403, 409] },

  'POST /user/load': { json: {}, statuses: [401, 200, 200, 200] },
  'GET /user/check': { path: '?features=system', statuses: [401, 200, 200, 200] },
  'POST /user/logout': { statuses: [401, 200, 200, 200], byNewcomers: true },
  'GET /user/export': { statuses: [401, 200, 200, 200], byNewcomers: true },
  'DELETE /user': { json: { confirm: 'DELETE' }, statuses: [401, 200, 200, 200], byNewcomers: true },
  'PATCH /user/profile': { json: { name: 'New Comer' }, statuses: [401, 200, 200, 200], byNewcomers: true },
  'POST /user/profile/upload-image': { body: 'x', statuses: [401, 415, 415, 415], byNewcomers: true },
  'GET /files/:name': { path: 'x', statuses: [404, 404, 404, 404] },

  'GET /account/list': { statuses: [401, 200, 200, 200] },
  'GET /account/list/instagram_account/active': { statuses: [401, 200, 200, 200] },
  'GET /account/get': { path: '?accountId=$A1&type=instagram_account', statuses: [401, 200, 404, 404] },
  'GET /account/connections/instagram_account': { statuses: [401, 200, 200, 200] },
  'GET /user/connections/meta': { statuses: [401, 200, 200, 200] },
  'DELETE /user/connections/meta': { statuses: [401, 200, 200, 200], byNewcomers: true },
  'POST /auth/instagram/start': { json: { returnTo: '/profile' }, statuses: [401, 200, 200, 200], byNewcomers: true },
  'POST /auth/instagram/authorize': {
    json: { code: 'none', state: 'none' },
    statuses: [401, 409, 409, 409],
    byNewcomers: true,
  },
  'DELETE /user/connections/instagram/:accountId': { path: '$A1', statuses: [401, 404, 404, 404] },
  'GET /user/connections/bluesky': { statuses: [401, 200, 200, 200] },
  'POST /auth/bluesky/start': { json: { handle: 'none.test' }, statuses: [401, 404, 404, 404] },
  'POST /auth/bluesky/authorize': { json: { code: 'none', state: 'none' }, statuses: [401, 404, 404, 404] },
  'DELETE /user/connections/bluesky/:accountId': { path: '$A1', statuses: [401, 404, 404, 404] },
  'POST /auth/meta/authorize/business': { json: { code: 'none' }, statuses: [401, 400, 400, 400], byNewcomers: true },
  'POST /account/add': { json: linked, statuses: [401, 200, 404, 404] },
  'POST /user/account/link': { json: linked, statuses: [401, 200, 404, 404] },
  'POST /account/activate': { json: linked, statuses: [401, 200, 404, 404] },
  'POST /user/account/unlink': { json: { ...account, accountId: 'none' }, statuses: [401, 404, 404, 404] },
  'GET /account/:id/sync-status': { path: '$A1', statuses: [401, 200, 404, 404] },
  'POST /account/:id/refresh': { path: '$A1', statuses: [401, 200, 404, 404] },
  'GET /account/:id/post/:mediaId/evidence/:metric': { path: '$A1/none/views', statuses: [401, 404, 404, 404] },
  'GET /account/:id/post/:mediaId': { path: '$A1/none', statuses: [401, 404, 404, 404] },
  'GET /account/:id/post/:mediaId/stories': { path: '$A1/none', statuses: [401, 404, 404, 404] },
  'GET /media/:id/thumbnail': { path: '1?key=$A1.x', statuses: [404, 404, 404, 404] },

  'GET /labels': { statuses: [401, 200, 200, 200] },
  'POST /labels': {
    json: { name: 'People', color: 'red', rule: null },
    statuses: [401, 201, 201, 201],
    byNewcomers: true,
  },
  'PATCH /labels/:id': { path: noUuid, json: { name: 'People' }, statuses: [401, 404, 404, 404] },
  'DELETE /labels/:id': { path: noUuid, statuses: [401, 404, 404, 404] },
  'PUT /labels/:id/posts': {
    path: noUuid,
    json: { posts: [{ accountId: '$A1', mediaId: 'none' }], labelled: true },
    statuses: [401, 404, 404, 404],
  },
  'POST /media/labels': { json: { posts: [{ accountId: '$A1', mediaId: 'none' }] }, statuses: ownerOnly },
  'POST /metrics/labels/compare': { json: { ...days, ...own, metric: 'reach' }, statuses: ownerOnly },
  'POST /metrics/labels/tests': { json: {}, statuses: [401, 200, 200, 200] },

  'GET /reports': { statuses: [401, 200, 200, 200] },
  'POST /reports': { json: report, statuses: ownerOnly },
  'GET /reports/logo': { statuses: [401, 200, 200, 200] },
  'POST /reports/logo': { body: 'x', statuses: [401, 415, 415, 415] },
  'DELETE /reports/logo': { statuses: [401, 200, 200, 200] },
  'PUT /reports/color': { json: { color: null }, statuses: [401, 200, 200, 200] },
  'PUT /reports/:id': { path: noUuid, json: report, statuses: [401, 404, 404, 404] },
  'PUT /reports/:id/schedule': { path: noUuid, json: { schedule: null }, statuses: [401, 404, 404, 404] },
  'DELETE /reports/:id': { path: noUuid, statuses: [401, 404, 404, 404] },
  'GET /reports/:id/comments': { path: noUuid, statuses: [401, 404, 404, 404] },
  'POST /reports/:id/comments': { path: noUuid, json: { text: 'Good' }, statuses: [401, 404, 404, 404] },
  'DELETE /reports/:id/comments/:commentId': { path: `${noUuid}/${noUuid}`, statuses: [401, 404, 404, 404] },
  'POST /reports/preview': { json: report, statuses: ownerOnly },
  'POST /reports/pdf': { json: report, statuses: ownerOnly },
  'POST /pages/pdf': {
    json: { page: 'best-time', accountId: '$A1', timeZone: 'UTC', format: null },
    statuses: ownerOnly,
  },
  'GET /reports/:id/content': { path: noUuid, statuses: [401, 404, 404, 404] },
  'GET /reports/:id/pdf': { path: noUuid, statuses: [401, 404, 404, 404] },

  'GET /plans': { statuses: [401, 200, 200, 200] },
  'GET /subscription': { statuses: [401, 200, 200, 200] },
  'POST /subscription/checkout': { json: { plan: 'none' }, statuses: [401, 404, 404, 404] },
  'GET /subscription/portal': { path: '?returnUrl=/profile', statuses: [401, 200, 200, 200] },
  'POST /subscription/refresh': { json: {}, statuses: [401, 200, 200, 200] },

  'GET /roadmap/features': { statuses: [401, 200, 200, 200] },
  'GET /roadmap/upvotes/:userId': { path: '$U1', statuses: [401, 200, 404, 404] },
  'POST /roadmap/upvote': {
    json: { issueNumber: 2_000_000, userName: 'Maya Lindqvist', userId: '$U1' },
    statuses: [401, 404, 403, 403],
  },
  'POST /roadmap/request': { json: { title: ' ', description: 'x' }, statuses: [401, 400, 400, 400] },

  'POST /sse/token/:userId': { path: '$U1', statuses: [401, 200, 404, 404] },
  'GET /sse/user/:token': { path: 'none', statuses: [401, 401, 401, 401] },
  'POST /sse/subscribe': { json: document, statuses: [401, 200, 404, 404] },
  'POST /sse/subscribe/list': { json: { documents: [document] }, statuses: [401, 200, 404, 404] },
  'POST /sse/unsubscribe': { json: document, statuses: [401, 200, 200, 200] },

  'GET /media/count': { statuses: [401, 200, 200, 200] },

  'POST /media/datagrid/query': {
    json: {
      grid: { paginationModel: { page: 0, pageSize: 10 }, sortModel: [] },
      filters: { ...span, query: '', filterMode: 'combined' },
      platform: 'instagram',
      ...own,
    },
    statuses: ownerOnly,
  },
  'POST /media/list/date/range': { json: { ...span, ...own }, statuses: ownerOnly },
  'POST /media/get': {
    json: { ...span, ...own, platform: 'instagram', filterMode: 'combined' },
    statuses: ownerOnly,
  },
  'POST /posts/gallery': {
    json: {
      ...span,
      ...own,
      metric: 'views',
      sort: { by: 'metric', direction: 'desc' },
      filters: { query: '', withStories: false },
      page: 0,
      pageSize: 10,
    },
    statuses: ownerOnly,
  },
  'POST /metrics/annotations': { json: { ...days, ...own, timeZone: 'UTC' }, statuses: ownerOnly },
  'GET /user/views': { statuses: [401, 200, 200, 200] },
  'POST /user/views': { json: { name: 'Clients', path: null, search: 'accounts=$A1' }, statuses: [401, 201, 201, 201] },
  'DELETE /user/views/:id': { path: noUuid, statuses: [401, 404, 404, 404] },
  'POST /annotations': { json: annotation, statuses: [401, 201, 404, 404] },
  'PUT /annotations/:id': { path: noUuid, json: annotation, statuses: missingAnnotation },
  'DELETE /annotations/:id': { path: noUuid, statuses: missingAnnotation },
  'GET /app-comparisons': { path: '?accountId=$A1', statuses: ownerOnly },
  'POST /app-comparisons': { json: appComparison, statuses: [401, 201, 404, 404] },
  'DELETE /app-comparisons/:id': { path: noUuid, statuses: [401, 404, 404, 404] },
  'GET /app-comparisons/report': { path: '?accountId=$A1', statuses: ownerOnly },
  'POST /metrics/peers': { json: { accountId: '$A1' }, statuses: ownerOnly },
  'POST /user/peers': { json: { accountId: '$A1', username: '?' }, statuses: [401, 422, 404, 404] },
  'DELETE /user/peers/:id': { path: noUuid, statuses: [401, 404, 404, 404] },
  'POST /metrics/account/attention': { json: { cStart: from, cEnd: to, ...own }, statuses: ownerOnly },
  'POST /metrics/account/compare': { json: { cStart: from, cEnd: to, ...own }, statuses: ownerOnly },
  'POST /metrics/account/evidence/:metric': { path: 'views', json: { ...days, ...own }, statuses: ownerOnly },
  'POST /metrics/account/insight/:metric': {
    path: 'virality-score',
    json: { cStart: from, cEnd: to, pStart: from, pEnd: to, ...own },
    statuses: ownerOnly,
  },
  'POST /metrics/account/latest': {
    json: { ...span, ...own, platform: 'instagram', metric: 'follower_demographics' },
    statuses: ownerOnly,
  },
  'POST /metrics/account/timeseries/:metric': { path: 'reach', json: { ...days, ...own }, statuses: ownerOnly },
  'POST /metrics/account/usual-changes': { json: { ...days, ...own }, statuses: ownerOnly },
  'POST /metrics/breakdown/:metric': { path: 'reach', json: { ...days, ...own }, statuses: ownerOnly },
  'POST /metrics/export': {
    json: {
      format: 'csv',
      // Those that are open to keys as well.
      sections: ['posts', 'media', 'media-totals', 'best-time-suggestions', 'peers', 'peer-days'],
      cStart: from,
      cEnd: to,
      ...own,
    },
    statuses: ownerOnly,
  },
  'POST /metrics/media/activity': { json: { ...span, ...own, platform: 'instagram' }, statuses: ownerOnly },
  'POST /metrics/media/best-time': {
    json: { accountId: '$A1', timeZone: 'UTC', format: null },
    statuses: ownerOnly,
  },
  'POST /metrics/media/evidence/:metric': {
    path: 'views',
    json: { ...days, ...own, mediaIds: null },
    statuses: ownerOnly,
  },
  'POST /metrics/media/top-format': { json: { ...span, ...own, platform: 'instagram' }, statuses: ownerOnly },
  // Operators only, and only for their own accounts.
  'POST /metrics/media/aggregated': {
    json: { ...days, ...own, mediaIds: null, metricNames: ['reach'] },
    statuses: [401, 403, 403, 404],
  },
  'POST /metrics/media/opportunities': {
    json: { endDate: to, ...own, mediaIds: null },
    statuses: ownerOnly,
  },

  'GET /admin/accounts/stats': { statuses: operatorsOnly },
  'PUT /admin/accounts/:id/throttle': { path: '$A1', json: { throttle: 1 }, statuses: operatorsOnly },
  'GET /admin/app-comparisons': { statuses: operatorsOnly },
  'GET /admin/app-comparisons/report': { statuses: operatorsOnly },
  'GET /admin/audit': { statuses: operatorsOnly },
  'GET /admin/backups': { statuses: operatorsOnly },
  'POST /admin/backups': { statuses: [401, 403, 403, 409] },
  'GET /admin/fleet': { statuses: operatorsOnly },
  'GET /admin/overview': { statuses: operatorsOnly },
  'GET /admin/setup': { statuses: operatorsOnly },
  'GET /admin/users': { statuses: operatorsOnly },
  'PUT /admin/users/:userId/role': { path: '$U1', json: { role: 'user' }, statuses: operatorsOnly },
  'PUT /admin/users/:userId/disabled': { path: '$U1', json: { disabled: false }, statuses: operatorsOnly },
  'PUT /admin/users/:userId/email-confirmation': {
    path: '$U1',
    json: { email: 'eve@sandbox.test' },
    statuses: [401, 403, 403, 409],
  },
  'PUT /admin/users/:userId/subscription': { path: '$U1', json: noPlan, statuses: [401, 403, 403, 404] },
  'GET /admin/meta': { statuses: operatorsOnly },
  // The program under attack has a Meta app.
  'PUT /admin/meta': {
    json: { appId: '1', appSecret: 'a'.repeat(32), loginConfigId: '2', webhookVerifyToken: null },
    statuses: [401, 403, 403, 409],
  },
  // And an Instagram app.
  'PUT /admin/meta/instagram': {
    json: { appId: '1', appSecret: 'a'.repeat(32) },
    statuses: [401, 403, 403, 409],
  },
  // Its settings come from the sandbox.
  'GET /admin/settings': { statuses: operatorsOnly },
  'PUT /admin/settings/mail': {
    json: {
      host: 'localhost',
      port: 25,
      security: 'none',
      user: null,
      password: null,
      sender: 'a@example.com',
      returnPath: null,
    },
    statuses: [401, 403, 403, 409],
  },
  'PUT /admin/settings/updates': { json: { url: 'https://example.com/latest' }, statuses: [401, 403, 403, 409] },
  'DELETE /admin/settings/:name': { path: 'mail', statuses: [401, 403, 403, 409] },
  'GET /admin/stripe': { statuses: operatorsOnly },
  'POST /admin/stripe/test': { statuses: operatorsOnly },
  'PUT /admin/work/:name/pause': { path: 'updates', json: { isPaused: false }, statuses: operatorsOnly },
  'POST /admin/work/:name/retry': { path: 'updates', statuses: operatorsOnly },
  'PUT /admin/plans/:id': { path: 'none', json: plan, statuses: [401, 403, 403, 404] },

  'GET /webhooks/meta': { path: '?hub.mode=subscribe', statuses: [403, 403, 403, 403] },
  'POST /webhooks/meta': { body: '{}', statuses: [401, 401, 401, 401] },
  'POST /webhooks/meta/deletion': { body: 'x', statuses: [400, 400, 400, 400] },
  'GET /webhooks/meta/deletion/:code': { path: 'none', statuses: [404, 404, 404, 404] },
  'POST /webhooks/meta/deauthorize': { body: 'x', statuses: [400, 400, 400, 400] },
  'POST /webhooks/instagram/deletion': { body: 'x', statuses: [400, 400, 400, 400] },
  'POST /webhooks/instagram/deauthorize': { body: 'x', statuses: [400, 400, 400, 400] },
  'POST /webhooks/stripe': { body: '{}', statuses: [400, 400, 400, 400] },
  'POST /webhooks/github': { body: '{}', statuses: [400, 400, 400, 400] },
};
