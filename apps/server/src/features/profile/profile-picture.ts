import { getFile } from '@tidemark/contract';
import { Failure } from '../../platform/failure.ts';
import { pictureKind } from '../../platform/outbound/picture-kind.ts';

const side = 512;
const mostPixels = 25_000_000;

const start = `/api/v1${getFile.path.replace(':name', '')}`;

/** Where a file is seen. */
export function toAddress(file: string): string {
  return start + file;
}

/** The file behind an address of ours; null for any other address. */
export function toFile(address: string | null): string | null {
  const name = address?.startsWith(start) ? address.slice(start.length) : '';
  return isPictureFile(name) ? name : null;
}

export function isPictureFile(name: string): boolean {
  return /^picture-[0-9a-f]{32}\.webp$/.test(name);
}

/**
 * A picture of our own making from whatever was sent: small, without what cameras write into files, and with nothing of
 * the sender's bytes left. Only JPEG, PNG and WebP get as far as a decoder.
 */
export async function toProfilePicture(bytes: Buffer): Promise<Buffer> {
  if (pictureKind(bytes) === null) throw new Failure('image_invalid');
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .rotate()
      .resize({ width: side, height: side, fit: 'cover', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (cause) {
    throw new Failure('image_invalid', undefined, { cause });
  }
}
