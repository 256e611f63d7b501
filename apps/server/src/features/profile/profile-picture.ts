import { getFile } from '@tidemark/contract';
import { ApiError } from '../../platform/api-error.ts';
import { pictureKind } from '../../platform/outbound/picture-kind.ts';

const side = 512;
const maxPixels = 25_000_000;

const start = `/api/v1${getFile.path.replace(':name', '')}`;

/** Public URL path of a file. */
export function toAddress(file: string): string {
  return start + file;
}

/** The file for one of our URLs; null for any other URL. */
export function toFile(address: string | null): string | null {
  const name = address?.startsWith(start) ? address.slice(start.length) : '';
  return isPictureFile(name) ? name : null;
}

export function isPictureFile(name: string): boolean {
  return /^picture-[0-9a-f]{32}\.webp$/.test(name);
}

/**
 * Re-encodes an uploaded picture: small, without metadata and without any of the original bytes. Only JPEG, PNG and
 * WebP reach a decoder.
 */
export async function toProfilePicture(bytes: Buffer): Promise<Buffer> {
  if (pictureKind(bytes) === null) throw new ApiError('image_invalid');
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .rotate()
      .resize({ width: side, height: side, fit: 'cover', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (cause) {
    throw new ApiError('image_invalid', undefined, { cause });
  }
}
