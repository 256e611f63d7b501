import { randomBytes } from 'node:crypto';
import {
  readMetaDeletion,
  receiveInstagramDeauthorization,
  receiveInstagramDeletion,
  receiveMetaDeauthorization,
  receiveMetaDeletion,
} from '@tidemark/contract';
import { ApiError } from '../../../../platform/api-error.ts';
import { route } from '../../../../platform/http/route.ts';
import {
  findDeletion,
  hasDeauthorization,
  listDeletionLogins,
  recordDeletion,
  saveDeauthorization,
  type IdIssuer,
} from './queries.ts';
import { readSignedRequest } from './signed-request.ts';
import { removeLogin, workOff, type DeletionDeps } from './process-deletions.ts';

export interface DeletionRouteDeps extends DeletionDeps {
  /** The app's secrets, by the issuer of the user IDs that the callbacks name. */
  secrets: Record<IdIssuer, string>;
  appUrl: string;
}

/** Handles Meta's callbacks when a person removes the app, or requests deletion of their data. */
export function metaDeletionRoutes(deps: DeletionRouteDeps) {
  const { db, clock, secrets, appUrl } = deps;

  async function startDeletion(rawBody: Buffer, issuer: IdIssuer) {
    const { metaUserId, hash } = readSignedRequest(rawBody, { appSecret: secrets[issuer], now: clock() });
    const { code } = await recordDeletion(db, {
      code: randomBytes(18).toString('base64url'),
      request_hash: hash,
      meta_user_id: metaUserId,
      id_issuer: issuer,
      requested_at: clock(),
    });
    const deletion = await findDeletion(db, code);
    if (deletion && !deletion.completed_at) await workOff(deps, deletion);
    return { url: `${appUrl}/api/v1${receiveMetaDeletion.path}/${code}`, confirmation_code: code };
  }

  async function endLogins(rawBody: Buffer, issuer: IdIssuer) {
    const { metaUserId, hash } = readSignedRequest(rawBody, { appSecret: secrets[issuer], now: clock() });
    if (await hasDeauthorization(db, hash)) return { success: true as const };
    for (const login of await listDeletionLogins(db, metaUserId, issuer)) await removeLogin(deps, login);
    await saveDeauthorization(db, hash, clock());
    return { success: true as const };
  }

  return [
    route(receiveMetaDeletion, ({ rawBody }) => startDeletion(rawBody, 'facebook')),
    route(receiveInstagramDeletion, ({ rawBody }) => startDeletion(rawBody, 'instagram')),

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
          ? `Completed: ${deletion.completed_at.toISOString()}. The login and the data obtained through it are deleted.`
          : 'In progress: the login is deleted; metrics that no one else uses are being deleted.',
        'Earlier backups are deleted within 35 days.',
        '',
      ].join('\n');
    }),

    route(receiveMetaDeauthorization, ({ rawBody }) => endLogins(rawBody, 'facebook')),
    route(receiveInstagramDeauthorization, ({ rawBody }) => endLogins(rawBody, 'instagram')),
  ];
}
