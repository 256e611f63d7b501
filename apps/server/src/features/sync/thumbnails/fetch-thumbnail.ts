import { OutboundFailure, type Outbound } from '../../../platform/outbound/outbound.ts';

const width = 320;
const mostPixels = 50_000_000;

/** A picture from Instagram's address, made small. Throws OutboundFailure. */
export async function fetchThumbnail(outbound: Outbound, address: string, signal: AbortSignal): Promise<Buffer> {
  const picture = await outbound.fetchPicture(address, signal);
  // Loaded with the first picture: processes that only serve never need it.
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(picture, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .rotate()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer();
  } catch (cause) {
    throw new OutboundFailure('unusable', 'The picture cannot be read', { cause });
  }
}
