import { getThumbnail } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { route } from '../../../platform/http/route.ts';
import { findCopy } from './queries.ts';

/** Serves thumbnails. `<img>` requests send no token: the key in the URL authorizes them. */
export function thumbnailRoutes({ db, files }: { db: Database; files: FileStore }) {
  return [
    route(getThumbnail, async ({ params: { id }, query: { key = '' }, reply }) => {
      const [accountId = '', secret = ''] = key.split('.');
      const file = await findCopy(db, accountId, id, secret);
      const bytes = file === null ? null : await files.read(file);
      if (!bytes) throw new ApiError('media_not_found');
      const etag = `"${id}"`;
      reply.header('cache-control', 'private, max-age=31536000, immutable').header('etag', etag);
      if (reply.request.headers['if-none-match'] === etag) reply.code(304).send();
      else reply.type('image/webp').send(bytes);
      return '';
    }),
  ];
}
