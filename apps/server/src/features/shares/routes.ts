import { randomUUID } from 'node:crypto';
import {
  createShare,
  deleteShare,
  listShares,
  maxShareLinks,
  openShare,
  revokeShare,
  type ShareLink,
  updateShare,
} from '@tidemark/contract';
import { ApiError } from '../../platform/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import type { Vault } from '../../platform/secrets.ts';
import { requireAccounts } from '../accounts/index.ts';
import { auditUser, type AuditLog } from '../audit/index.ts';
import { hasOpenComparisons } from '../analytics/index.ts';
import { createOpening, type OpenDeps } from './open-link.ts';
import {
  countLinks,
  deleteLink,
  findLink,
  insertLink,
  type LinkRow,
  listLinks,
  revokeLink,
  updateLink,
} from './queries.ts';
import { toExpiry, toState } from './rules.ts';
import { toNextTry } from './settle-frozen.ts';
import { createToken, toTokenAssociatedData, toTokenHash, toUrl } from './tokens.ts';

export interface ShareDeps extends OpenDeps {
  vault: Vault;
  appUrl: string;
  audit: AuditLog;
}

/**
 * Manages a user’s links, and shows their content to anyone. The contract gives the calls no scope: keys can’t share.
 */
export function shareRoutes(deps: ShareDeps) {
  const { db, clock, vault, loadContent, audit } = deps;
  const open = createOpening(deps);
  const toLink = (row: LinkRow) => toShareLink(row, { url: toUrl(deps, row), now: clock() });

  return [
    route(listShares, async ({ viewer: { userId } }) => ({ links: (await listLinks(db, userId)).map(toLink) })),

    route(createShare, async ({ viewer, body, requestId }) => {
      const { userId } = viewer;
      const { title, accountIds, ...choice } = body.choice;
      await requireAccounts(db, viewer, accountIds);
      const now = clock();
      const [linkId, token] = [randomUUID(), createToken()];
      const passcodeHash = body.passcode === null ? null : await hashPassword(body.passcode);
      const frozen = body.isFrozen ? await loadContent(viewer, body.choice, now) : null;
      const row = await db.transaction().execute(async (transaction) => {
        if ((await countLinks(transaction, userId)) >= maxShareLinks) throw new ApiError('share_limit_reached');
        return insertLink(transaction, {
          link_id: linkId,
          user_id: userId,
          token_hash: toTokenHash(token),
          token_encrypted: vault.encrypt(token, toTokenAssociatedData(linkId)),
          title,
          account_ids: [...new Set(accountIds)],
          choice: JSON.stringify(choice),
          is_frozen: body.isFrozen,
          ...(frozen && { frozen_content: JSON.stringify(frozen) }),
          settle_at: frozen && hasOpenComparisons(frozen) ? toNextTry({ created_at: now }, now) : null,
          passcode_hash: passcodeHash,
          may_be_embedded: body.mayBeEmbedded,
          title_in_previews: body.titleInPreviews,
          created_at: now,
          expires_at: toExpiry(body.expiresInDays, now),
        });
      });
      await auditUser(audit, { userId, action: 'share.created', change: { linkId }, requestId });
      return toLink(row);
    }),

    route(updateShare, async ({ viewer: { userId }, params: { id: linkId }, body, requestId }) => {
      const { title, expiresInDays, passcode, mayBeEmbedded, titleInPreviews } = body;
      const known = await findLink(db, { userId, linkId });
      if (!known) throw new ApiError('not_found');
      const changes = {
        ...(title !== undefined && { title }),
        ...(expiresInDays !== undefined && { expires_at: toExpiry(expiresInDays, clock()) }),
        ...(passcode !== undefined && { passcode_hash: passcode === null ? null : await hashPassword(passcode) }),
        ...(mayBeEmbedded !== undefined && { may_be_embedded: mayBeEmbedded }),
        ...(titleInPreviews !== undefined && { title_in_previews: titleInPreviews }),
      };
      if (Object.keys(changes).length === 0) return toLink(known);
      const row = await updateLink(db, { userId, linkId }, changes);
      if (!row) throw new ApiError('share_revoked');
      await auditUser(audit, { userId, action: 'share.changed', change: { linkId }, requestId });
      return toLink(row);
    }),

    route(revokeShare, async ({ viewer: { userId }, params: { id: linkId }, requestId }) => {
      const revoked = await revokeLink(db, { userId, linkId }, clock());
      if (revoked) await auditUser(audit, { userId, action: 'share.revoked', change: { linkId }, requestId });
      const row = revoked ?? (await findLink(db, { userId, linkId }));
      if (!row) throw new ApiError('not_found');
      return toLink(row);
    }),

    route(deleteShare, async ({ viewer: { userId }, params: { id: linkId }, requestId }) => {
      const deleted = await deleteLink(db, { userId, linkId });
      if (!deleted) throw new ApiError('not_found');
      if (!deleted.revoked_at)
        await auditUser(audit, { userId, action: 'share.revoked', change: { linkId }, requestId });
      return { success: true as const };
    }),

    route(openShare, async ({ body: { token, passcode }, ip, reply }) => {
      reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex, nofollow');
      return open({ token, passcode, ip });
    }),
  ];
}

function toShareLink(row: LinkRow, { url, now }: { url: string | null; now: Date }): ShareLink {
  return {
    id: row.link_id,
    choice: { ...row.choice, title: row.title, accountIds: row.account_ids },
    isFrozen: row.is_frozen,
    state: toState(row, now),
    url,
    hasPasscode: row.passcode_hash !== null,
    mayBeEmbedded: row.may_be_embedded,
    titleInPreviews: row.title_in_previews,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    views: row.views,
    lastViewedOn: row.last_viewed_on,
  };
}
