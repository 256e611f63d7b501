import { ApiError } from '../../platform/api-error.ts';
import { toFile } from '../../platform/files/public-files.ts';
import { pictureKind } from '../../platform/outbound/picture-kind.ts';

const side = 512;
const maxPixels = 25_000_000;

/** The uploaded picture behind one of our URLs; null for any other URL. */
export function toUpload(address: string | null): string | null {
  const file = address === null ? null : toFile(address);
  return file !== null && /^picture-[0-9a-f]{32}\.webp$/.test(file) ? file : null;
}

/** Whether anyone who knows the name may see the file. */
export function isPublic(file: string): boolean {
  return /^(picture|avatar)-[0-9a-f]{32}\.webp$/.test(file);
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
