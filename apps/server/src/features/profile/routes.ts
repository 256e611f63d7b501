import { pipeline } from 'node:stream';
import {
  toUtcDay,
  deleteUser,
  exportOwnData,
  getFile,
  profileImageField,
  updateProfile,
  uploadProfileImage,
} from '@tidemark/contract';
import type { ExportUser } from '../../platform/feature.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { toAddress } from '../../platform/files/public-files.ts';
import { zip } from '../../platform/files/zip.ts';
import { readFormFile } from '../../platform/http/form-file.ts';
import { route } from '../../platform/http/route.ts';
import { hijackReply } from '../../platform/http/hijack-reply.ts';
import { recordUserAction } from '../audit/index.ts';
import { readUser, saveProfile } from '../auth/index.ts';
import { deleteUser as deleteUserAndData, type UserDeletionDeps } from './delete-user.ts';
import { ownData } from './export/export-user-data.ts';
import { isPublic, toUpload } from './profile-picture.ts';
import { hasUpload } from './queries.ts';
import { createPictureUpload, removeEarlier } from './upload-picture.ts';

export interface ProfileDeps extends UserDeletionDeps {
  files: FileStore;
  /** Each feature's part of the export. */
  exporters: readonly ExportUser[];
}

const success = { success: true as const };

export function profileRoutes(deps: ProfileDeps) {
  const { db, files, clock, events, audit, exporters } = deps;
  const uploadPicture = createPictureUpload({ db, files, clock });
  const exporting = new Set<string>();

  return [
    route(uploadProfileImage, async ({ viewer, rawBody, reply }) => {
      const picture = await readFormFile(reply.request.headers['content-type'], rawBody, profileImageField);
      return { ...success, imageUrl: toAddress(await uploadPicture(viewer.userId, picture)) };
    }),

    route(updateProfile, async ({ viewer: { userId }, body: { name, picture } }) => {
      const file = picture === undefined ? null : toUpload(picture);
      // Any other URL's server could track people who see this user.
      if (picture !== undefined && (!file || !(await hasUpload(db, userId, file)))) throw new ApiError('image_invalid');
      const saved = await saveProfile(db, userId, { ...(name && { name }), ...(picture && { picture }) });
      if (!saved) throw new ApiError('user_deleted');
      if (file) await removeEarlier({ db, files }, userId, file);
      const { user } = await readUser(db, { userId });
      await events.publish({ to: 'user', userId, event: { type: 'user-update', user } });
      return { ...success, user: saved };
    }),

    route(getFile, async ({ params: { name }, reply }) => {
      const bytes = isPublic(name) ? await files.read(name) : null;
      if (!bytes) throw new ApiError('file_not_found');
      reply
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type('image/webp')
        .send(bytes);
      return '';
    }),

    route(exportOwnData, async ({ viewer: { userId }, requestId, reply }) => {
      if (exporting.has(userId)) throw new ApiError('too_many_requests');
      exporting.add(userId);
      try {
        await recordUserAction(audit, { userId, action: 'user.exported', requestId, at: clock() });
      } catch (error) {
        exporting.delete(userId);
        throw error;
      }
      const day = toUtcDay(clock());
      reply.header('content-disposition', `attachment; filename="tidemark-${day}.zip"`).type('application/zip');
      const archive = zip(ownData({ db, files }, exporters, userId), clock());
      // If interrupted, the download fails in the browser, so that a partial archive does not look complete.
      pipeline(archive, hijackReply(reply), (error) => {
        exporting.delete(userId);
        if (error) reply.log.warn({ err: error }, 'A data export was not sent completely');
      });
      return '';
    }),

    route(deleteUser, async ({ viewer, requestId }) => {
      await deleteUserAndData(deps, viewer.userId, requestId);
      return success;
    }),
  ];
}
