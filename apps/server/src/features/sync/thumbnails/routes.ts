import { getThumbnail } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { route } from '../../../platform/http/route.ts';
import { findCopy } from './queries.ts';

/** Pictures go to an `<img>`, which sends no token: the key in the address is what lets one see them. */
export function thumbnailRoutes({ db, files }: { db: Database; files: FileStore }) {
  return [
    route(getThumbnail, async ({ params: { id }, query: { key = '' }, reply }) => {
      const [accountId = '', secret = ''] = key.split('.');
      const file = await findCopy(db, accountId, id, secret);
      const bytes = file === null ? null : await files.read(file);
      if (!bytes) throw new Failure('media_not_found');
      const etag = `"${id}"`;
      reply.header('cache-control', 'private, max-age=31536000, immutable').header('etag', etag);
      if (reply.request.headers['if-none-match'] === etag) reply.code(304).send();
      else reply.type('image/webp').send(bytes);
      return '';
    }),
  ];
}
