import { randomBytes } from 'node:crypto';
import { profileImageBytes } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { StorageFull, type FileStore } from '../../platform/files/file-store.ts';
import { lockUser } from '../auth/index.ts';
import { toFile, toProfilePicture } from './profile-picture.ts';
import { countUploads, findPicture, giveUpUpload, hasUpload, insertUpload, listEarlierUploads } from './queries.ts';

const mostPerHour = 30;

export interface UploadNeeds {
  db: Database;
  files: FileStore;
  clock: Clock;
}

/** Keeps a picture that a user sent, for them to make theirs; earlier ones that they did not are deleted. */
export function createPictureUpload({ db, files, clock }: UploadNeeds) {
  // One at a time: decoding is the dearest thing that a small request can ask for.
  let before: Promise<unknown> = Promise.resolve();
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = before.then(work, work);
    before = turn.catch(() => undefined);
    return turn;
  }

  return async function uploadPicture(userId: string, bytes: Buffer): Promise<string> {
    if (bytes.length >= profileImageBytes) throw new Failure('image_too_large');
    const file = `picture-${randomBytes(16).toString('hex')}.webp`;
    // The row first: whatever happens from here on, the file is known and will be deleted.
    const uploadId = await db.transaction().execute(async (transaction) => {
      if (!(await lockUser(transaction, userId))) throw new Failure('user_deleted');
      const now = clock();
      if ((await countUploads(transaction, userId, now)) >= mostPerHour) throw new Failure('too_many_requests');
      return insertUpload(transaction, { userId, file, now });
    });
    try {
      await files.put(file, await inTurn(() => toProfilePicture(bytes)));
    } catch (cause) {
      await giveUpUpload(db, uploadId);
      throw cause instanceof StorageFull ? new Failure('storage_full', undefined, { cause }) : cause;
    }
    await removeEarlier({ db, files }, userId, file);
    if (await hasUpload(db, userId, file)) return file;
    await files.remove(file);
    throw new Failure('image_invalid');
  };
}

/** Deletes what the user uploaded before a file, except for the picture that they have now. */
export async function removeEarlier(
  { db, files }: { db: Database; files: FileStore },
  userId: string,
  file: string,
): Promise<void> {
  const current = toFile(await findPicture(db, userId));
  for (const upload of await listEarlierUploads(db, userId, { file, current })) {
    if (upload.file) await files.remove(upload.file);
    await giveUpUpload(db, upload.upload_id);
  }
}
