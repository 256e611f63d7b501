import { pipeline, Readable } from 'node:stream';
import {
  deleteUser,
  exportOwnData,
  getFile,
  profileImageField,
  updateProfile,
  uploadProfileImage,
  type LiveMessage,
} from '@tidemark/contract';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { Failure } from '../../platform/failure.ts';
import { zip } from '../../platform/files/zip.ts';
import { readFormFile } from '../../platform/http/form-file.ts';
import { route } from '../../platform/http/route.ts';
import { takeOver } from '../../platform/http/take-over.ts';
import { readUser, saveProfile } from '../auth/index.ts';
import { deleteUser as deleteUserAndData, type UserDeletionNeeds } from './delete-user.ts';
import { ownData } from './export/own-data.ts';
import { isPictureFile, toAddress, toFile } from './profile-picture.ts';
import { hasUpload } from './queries.ts';
import { createPictureUpload, removeEarlier } from './upload-picture.ts';

export interface ProfileNeeds extends UserDeletionNeeds {
  events: EventBus<LiveMessage>;
  /** Notes that somebody took their data along. */
  onExport: (userId: string, requestId: string) => Promise<void>;
}

const success = { success: true as const };

export function profileRoutes(needs: ProfileNeeds) {
  const { db, files, clock, events } = needs;
  const uploadPicture = createPictureUpload({ db, files, clock });
  const exporting = new Set<string>();

  return [
    route(uploadProfileImage, async ({ viewer, rawBody, reply }) => {
      const picture = await readFormFile(reply.request.headers['content-type'], rawBody, profileImageField);
      return { ...success, imageUrl: toAddress(await uploadPicture(viewer.userId, picture)) };
    }),

    route(updateProfile, async ({ viewer: { userId }, body: { name, picture } }) => {
      const file = picture === undefined ? null : toFile(picture);
      // Any other address would let the people who see this user be counted by whoever is at it.
      if (picture !== undefined && (!file || !(await hasUpload(db, userId, file)))) throw new Failure('image_invalid');
      const saved = await saveProfile(db, userId, { ...(name && { name }), ...(picture && { picture }) });
      if (!saved) throw new Failure('user_deleted');
      if (file) await removeEarlier({ db, files }, userId, file);
      const { user } = await readUser(db, userId);
      await events.publish({ to: 'user', userId, event: { type: 'user-update', user } });
      return { ...success, user: saved };
    }),

    route(getFile, async ({ params: { name }, reply }) => {
      const bytes = isPictureFile(name) ? await files.read(name) : null;
      if (!bytes) throw new Failure('file_not_found');
      reply
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type('image/webp')
        .send(bytes);
      return '';
    }),

    route(exportOwnData, async ({ viewer: { userId }, requestId, reply }) => {
      if (exporting.has(userId)) throw new Failure('too_many_requests');
      await needs.onExport(userId, requestId);
      exporting.add(userId);
      const day = clock().toISOString().slice(0, 10);
      reply.header('content-disposition', `attachment; filename="tidemark-${day}.zip"`).type('application/zip');
      const archive = Readable.from(zip(ownData({ db, files }, userId), clock()), { objectMode: false });
      // Cut short, the download fails in the browser: half an archive must not look like a whole one.
      pipeline(archive, takeOver(reply), (error) => {
        exporting.delete(userId);
        if (error) reply.log.warn({ err: error }, 'An archive of own data was not sent to its end');
      });
      return '';
    }),

    route(deleteUser, async ({ viewer, requestId }) => {
      await deleteUserAndData(needs, viewer.userId, requestId);
      return success;
    }),
  ];
}
