import { randomBytes } from 'node:crypto';
import { readMetaDeletion, receiveMetaDeauthorization, receiveMetaDeletion } from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import { route } from '../../../platform/http/route.ts';
import { removeConnection } from '../disconnect.ts';
import { findDeletion, hasDeauthorization, listDeletionUsers, recordDeletion, saveDeauthorization } from './queries.ts';
import { readSignedRequest } from './signed-request.ts';
import { workOff, type DeletionDeps } from './process-deletions.ts';

export interface DeletionRouteDeps extends DeletionDeps {
  appSecret: string;
  appUrl: string;
}

/** Handles Meta's callbacks when a person removes the app, or requests deletion of their data. */
export function metaDeletionRoutes(deps: DeletionRouteDeps) {
  const { db, clock, appSecret, appUrl } = deps;
  return [
    route(receiveMetaDeletion, async ({ rawBody }) => {
      const { metaUserId, hash } = readSignedRequest(rawBody, { appSecret, now: clock() });
      const { code } = await recordDeletion(db, {
        code: randomBytes(18).toString('base64url'),
        request_hash: hash,
        meta_user_id: metaUserId,
        requested_at: clock(),
      });
      const deletion = await findDeletion(db, code);
      if (deletion && !deletion.completed_at) await workOff(deps, deletion);
      return { url: `${appUrl}/api/v1${receiveMetaDeletion.path}/${code}`, confirmation_code: code };
    }),

    route(readMetaDeletion, async ({ params: { code }, reply }) => {
      const open = await findDeletion(db, code);
      if (!open) throw new ApiError('deletion_not_found');
      if (!open.completed_at) await workOff(deps, open);
      const deletion = (await findDeletion(db, code)) ?? open;
      reply.type('text/plain; charset=utf-8');
      return [
        `Deletion ${code}`,
        `Requested: ${deletion.requested_at.toISOString()}`,
        deletion.completed_at
          ? `Completed: ${deletion.completed_at.toISOString()}. The Meta login and the data obtained through it are deleted.`
          : 'In progress: the Meta login is deleted; metrics that no one else uses are being deleted.',
        'Earlier backups are deleted within 35 days.',
        '',
      ].join('\n');
    }),

    route(receiveMetaDeauthorization, async ({ rawBody }) => {
      const { metaUserId, hash } = readSignedRequest(rawBody, { appSecret, now: clock() });
      if (await hasDeauthorization(db, hash)) return { success: true as const };
      for (const userId of await listDeletionUsers(db, metaUserId)) await removeConnection(deps, userId);
      await saveDeauthorization(db, hash, clock());
      return { success: true as const };
    }),
  ];
}
