import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const getThumbnail = endpoint({
  method: 'GET',
  path: '/media/:id/thumbnail',
  access: 'public',
  cost: 'read',
  summary: 'Returns the stored thumbnail of a post (image/webp, 320 pixels wide); the key in its URL grants access',
  params: z.strictObject({ id: z.string().min(1).max(64) }),
  query: z.strictObject({ key: z.string().max(200).optional() }),
  response: z.string(),
  failures: ['media_not_found'],
});

/** Returns the path to our copy of a post's thumbnail, relative to the API's origin. */
export function thumbnailAddress({ accountId, mediaId, key }: { accountId: string; mediaId: string; key: string }) {
  return `/api/v1${getThumbnail.path.replace(':id', mediaId)}?key=${accountId}.${key}`;
}
