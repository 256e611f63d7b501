import { OutboundError, type Outbound } from '../../../platform/outbound/outbound.ts';

const width = 320;
const maxPixels = 50_000_000;

/** Downloads a picture from Instagram's URL and scales it down. Throws `OutboundError`. */
export async function fetchThumbnail(outbound: Outbound, address: string, signal: AbortSignal): Promise<Buffer> {
  const picture = await outbound.fetchPicture(address, signal);
  // Loaded with the first picture: processes that only serve requests never need it.
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(picture, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .rotate()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer();
  } catch (cause) {
    throw new OutboundError('unusable', 'Could not read the picture', { cause });
  }
}
