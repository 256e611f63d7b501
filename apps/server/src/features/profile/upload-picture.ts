import { profileImageBytes } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { lockUser } from '../../database/lock-user.ts';
import { ApiError } from '../../platform/api-error.ts';
import { StorageFullError, type FileStore } from '../../platform/files/file-store.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import { createPictureName, toProfilePicture, toUpload } from './profile-picture.ts';
import { countUploads, findPicture, giveUpUpload, hasUpload, insertUpload, listEarlierUploads } from './queries.ts';

const maxPerHour = 30;

export interface UploadDeps {
  db: Database;
  files: FileStore;
  clock: Clock;
}

/** Stores an uploaded picture until the user saves it; earlier unused uploads are deleted. */
export function createPictureUpload({ db, files, clock }: UploadDeps) {
  // Decoding is the most expensive operation in a small request, and must leave connections to other requests.
  const runSerially = createSerialQueue();

  async function store(userId: string, bytes: Buffer): Promise<string> {
    const file = createPictureName();
    // Stores the row first: whatever fails afterwards, the file is known and will be deleted.
    const uploadId = await db.transaction().execute(async (transaction) => {
      if (!(await lockUser(transaction, userId))) throw new ApiError('user_deleted');
      const now = clock();
      if ((await countUploads(transaction, userId, now)) >= maxPerHour) throw new ApiError('too_many_requests');
      return insertUpload(transaction, { userId, file, now });
    });
    try {
      await files.put(file, await toProfilePicture(bytes));
    } catch (cause) {
      await giveUpUpload(db, uploadId);
      throw cause instanceof StorageFullError ? new ApiError('storage_full', undefined, { cause }) : cause;
    }
    await removeEarlier({ db, files }, userId, file);
    if (await hasUpload(db, userId, file)) return file;
    await files.remove(file);
    throw new ApiError('image_superseded');
  }

  return async function uploadPicture(userId: string, bytes: Buffer): Promise<string> {
    if (bytes.length >= profileImageBytes) throw new ApiError('image_too_large');
    return runSerially(() => store(userId, bytes));
  };
}

/** Deletes the user's uploads before a file, except for the current picture. */
export async function removeEarlier(
  { db, files }: { db: Database; files: FileStore },
  userId: string,
  file: string,
): Promise<void> {
  const current = toUpload(await findPicture(db, userId));
  for (const upload of await listEarlierUploads(db, userId, { file, current })) {
    if (upload.file) await files.remove(upload.file);
    await giveUpUpload(db, upload.upload_id);
  }
}
