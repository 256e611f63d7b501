import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { ZipEntry } from '../../platform/files/zip.ts';
import { readUser } from '../auth/index.ts';
import { toUpload } from './profile-picture.ts';

export const exportUser: ExportUser = async ({ db, files }, userId) => {
  const { user } = await readUser(db, { userId });
  return {
    profile: { pictureUploads: await listPictureUploads(db, userId) },
    files: listPicture(files, toUpload(user.picture)),
  };
};

async function* listPicture(files: FileStore, file: string | null): AsyncGenerator<ZipEntry> {
  const picture = file && (await files.read(file));
  if (picture) yield { name: 'picture.webp', content: [picture] };
}

function listPictureUploads(db: Database, userId: string) {
  return db
    .selectFrom('picture_upload')
    .select(['file', 'uploaded_at'])
    .where('user_id', '=', userId)
    .orderBy('uploaded_at')
    .execute();
}
