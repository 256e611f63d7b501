import { randomBytes } from 'node:crypto';
import { toFile } from '../../platform/files/public-files.ts';
import { reencodePicture } from '../../platform/files/reencode-picture.ts';

const side = 512;

/** Creates a name for a new file that can't be guessed. */
export function createPictureName(): string {
  return `picture-${randomBytes(16).toString('hex')}.webp`;
}

/** Returns the uploaded picture behind one of our URLs; null for any other URL. */
export function toUpload(address: string | null): string | null {
  const file = address === null ? null : toFile(address);
  return file !== null && /^picture-[0-9a-f]{32}\.webp$/.test(file) ? file : null;
}

/** Returns true if anyone who knows the name may see the file. */
export function isPublic(file: string): boolean {
  return /^(picture|avatar)-[0-9a-f]{32}\.webp$/.test(file);
}

/** Returns a small picture, and only from formats that browsers crop photos to. */
export function toProfilePicture(bytes: Buffer): Promise<Buffer> {
  return reencodePicture(bytes, { kinds: ['jpeg', 'png', 'webp'], failure: 'image_invalid' }, (picture) =>
    picture.resize({ width: side, height: side, fit: 'cover', withoutEnlargement: true }).webp({ quality: 82 }),
  );
}
