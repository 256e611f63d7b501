import type { ReportContent, ReportMedium, ReportPost } from '@tidemark/contract';
import { lightPalette, paleInk } from '@tidemark/presentation';
import type { Sheet } from './sheet.ts';

/** Sizes in pixels: a place in a list, and a tile. Our own copies are no wider. */
const sizes = { small: { width: 108, height: 108 }, tile: { width: 320, height: 400 } };
type PictureSize = keyof typeof sizes;

/** Our copies of pictures by size and path. */
export type Pictures = ReadonlyMap<string, Buffer>;

const toKey = (path: string, size: PictureSize) => `${size} ${path}`;

/** Reads our own copies; null without one. */
export interface PictureStore {
  readAvatar(path: string): Promise<Buffer | null>;
  readThumbnail(post: { accountId: string; mediaId: string }): Promise<Buffer | null>;
}

/** Loads a report's pictures in a format that documents can contain. A missing picture is drawn as an empty place. */
export async function loadPictures({ accounts, sections }: ReportContent, store: PictureStore): Promise<Pictures> {
  const toSources = (posts: readonly (ReportPost | ReportMedium)[], size: PictureSize) =>
    posts.map((post) => ({ path: post.thumbnailUrl, size, read: () => store.readThumbnail(post) }));
  const sources = [
    ...accounts.map(({ picture }) => ({
      path: picture,
      size: 'small' as const,
      read: (path: string) => store.readAvatar(path),
    })),
    ...sections.flatMap((section) => {
      if (section.kind === 'posts') return toSources(section.posts, 'tile');
      return section.kind === 'media' ? toSources(section.media, 'small') : [];
    }),
  ];
  const pictures = new Map<string, Buffer>();
  for (const { path, size, read } of sources) {
    if (path === null || pictures.has(toKey(path, size))) continue;
    const bytes = await read(path);
    const picture = bytes && (await toJpeg(bytes, size));
    if (picture) pictures.set(toKey(path, size), picture);
  }
  return pictures;
}

async function toJpeg(bytes: Buffer, size: PictureSize): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp');
  return sharp(bytes)
    .resize({ ...sizes[size], fit: 'cover' })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(() => null);
}

/** Flattens the logo on the page's white: drawing transparency takes a document several times as long. */
export async function toPrintedLogo(logo: Buffer): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp');
  return sharp(logo)
    .flatten({ background: '#fff' })
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch(() => null);
}

interface Place {
  x: number;
  y: number;
  /** Width, and the height unless that is given: then it is a tile. */
  size: number;
  height?: number;
  isRound?: boolean;
  /** Shown in place of a missing picture: an owner's first letter, or a tile's format. */
  name?: string;
  /** Colour for the ring around it. */
  color?: string;
}

export function drawPicture(sheet: Sheet, pictures: Pictures, path: string | null, place: Place): void {
  const { doc } = sheet;
  const { x, y, size, height, isRound = false, color } = place;
  const picture = path === null ? undefined : pictures.get(toKey(path, height === undefined ? 'small' : 'tile'));
  const outline = () => {
    if (isRound) return doc.circle(x + size / 2, y + size / 2, size / 2);
    return doc.roundedRect(x, y, size, height ?? size, Math.min(8, size / 5));
  };
  if (picture) {
    doc.save();
    outline().clip();
    doc.image(picture, x, y, { width: size, height: height ?? size });
    doc.restore();
  } else {
    outline().fill(isRound ? lightPalette.ramp1 : paleInk.hover);
    const { name = '' } = place;
    const text = { x, width: size, align: 'center' } as const;
    if (height === undefined) {
      const [initial = ''] = name;
      sheet.text(initial.toUpperCase(), { ...text, y: y + size * 0.2, size: size * 0.5, style: 'strong' });
    } else sheet.text(name, { ...text, y: y + height / 2 - 6, size: 9, color: 'ink3' });
  }
  if (color)
    doc
      .lineWidth(1.2)
      .circle(x + size / 2, y + size / 2, size / 2 + 1.2)
      .stroke(color);
}
