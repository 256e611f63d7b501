import type { Database } from '../../database/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { toFile } from '../../platform/files/public-files.ts';
import type { PictureStore } from './pdf/pictures.ts';
import { findThumbnailFile } from './queries.ts';

/** Reads pictures for documents, only from our own files: no request leaves the server. */
export function createPictureStore({ db, files }: { db: Database; files: FileStore }): PictureStore {
  return {
    async readAvatar(address) {
      const file = toFile(address);
      return file !== null && /^avatar-[0-9a-f]{32}\.webp$/.test(file) ? files.read(file) : null;
    },
    async readThumbnail(post) {
      const file = await findThumbnailFile(db, post);
      return file === null ? null : files.read(file);
    },
  };
}
