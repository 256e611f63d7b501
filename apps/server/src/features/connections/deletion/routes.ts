import { randomBytes } from 'node:crypto';
import { readMetaDeletion, receiveMetaDeauthorization, receiveMetaDeletion } from '@tidemark/contract';
import { Failure } from '../../../platform/failure.ts';
import { route } from '../../../platform/http/route.ts';
import { forgetConnection } from '../disconnect.ts';
import { findDeletion, listUsersOf, noteDeletion } from './queries.ts';
import { readSignedRequest } from './signed-request.ts';
import { workOff, type DeletionNeeds } from './work-off.ts';

export interface DeletionRouteNeeds extends DeletionNeeds {
  appSecret: string;
  appUrl: string;
}

/** What Meta tells when a person removes the app there, or asks for the deletion of what it has brought here. */
export function metaDeletionRoutes(needs: DeletionRouteNeeds) {
  const { db, clock, appSecret, appUrl } = needs;
  return [
    route(receiveMetaDeletion, async ({ rawBody }) => {
      const { metaUserId, hash } = readSignedRequest(rawBody, appSecret);
      const { code } = await noteDeletion(db, {
        code: randomBytes(18).toString('base64url'),
        request_hash: hash,
        meta_user_id: metaUserId,
        requested_at: clock(),
      });
      const deletion = await findDeletion(db, code);
      if (deletion && !deletion.completed_at) await workOff(needs, deletion);
      return { url: `${appUrl}/api/v1${receiveMetaDeletion.path}/${code}`, confirmation_code: code };
    }),

    route(readMetaDeletion, async ({ params: { code }, reply }) => {
      const open = await findDeletion(db, code);
      if (!open) throw new Failure('deletion_not_found');
      if (!open.completed_at) await workOff(needs, open);
      const deletion = (await findDeletion(db, code)) ?? open;
      reply.type('text/plain; charset=utf-8');
      return [
        `Deletion ${code}`,
        `Asked for: ${deletion.requested_at.toISOString()}`,
        deletion.completed_at
          ? `Done: ${deletion.completed_at.toISOString()}. The Meta login and what came through it are deleted.`
          : 'Under way: the Meta login is deleted, figures that nobody else uses follow.',
        'Backups from before are deleted within 35 days.',
        '',
      ].join('\n');
    }),

    route(receiveMetaDeauthorization, async ({ rawBody }) => {
      const { metaUserId } = readSignedRequest(rawBody, appSecret);
      for (const userId of await listUsersOf(db, metaUserId)) await forgetConnection(needs, userId);
      return { success: true as const };
    }),
  ];
}
