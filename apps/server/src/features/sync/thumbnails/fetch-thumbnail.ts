import { OutboundError, type Outbound } from '../../../platform/outbound/outbound.ts';

const maxPixels = 50_000_000;
const sizes = {
  post: { width: 320 },
  // Twice the largest avatar on a screen, for screens with a high resolution.
  avatar: { width: 192, height: 192, fit: 'cover' },
} as const;

/** Downloads a picture from the network's URL and scales it down. Throws `OutboundError`. */
export async function fetchThumbnail(
  outbound: Outbound,
  address: string,
  kind: keyof typeof sizes,
  signal: AbortSignal,
): Promise<Buffer> {
  const picture = await outbound.fetchPicture(address, signal);
  // Loaded with the first picture: processes that only serve requests never need it.
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(picture, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .rotate()
      .resize({ ...sizes[kind], withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer();
  } catch (cause) {
    throw new OutboundError('unusable', 'Could not read the picture', { cause });
  }
}
