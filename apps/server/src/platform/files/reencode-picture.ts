import type { FailureCode } from '@tidemark/contract';
import type { Sharp } from 'sharp';
import { ApiError } from '../api-error.ts';
import { type PictureKind, pictureKind } from '../outbound/picture-kind.ts';

const maxPixels = 25_000_000;

interface Accepted {
  /** Nothing else reaches a decoder. */
  kinds: readonly PictureKind[];
  failure: FailureCode;
}

/** Returns an uploaded picture upright, without metadata and without any of the original bytes. */
export async function reencodePicture(
  bytes: Buffer,
  { kinds, failure }: Accepted,
  encode: (picture: Sharp) => Sharp,
): Promise<Buffer> {
  const kind = pictureKind(bytes);
  if (kind === null || !kinds.includes(kind)) throw new ApiError(failure);
  const { default: sharp } = await import('sharp');
  try {
    return await encode(sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).rotate()).toBuffer();
  } catch (cause) {
    throw new ApiError(failure, undefined, { cause });
  }
}
