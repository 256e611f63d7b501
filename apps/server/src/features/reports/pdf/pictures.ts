import type { ReportContent, ReportMedium, ReportPost } from '@tidemark/contract';
import { lightPalette, paleInk } from '@tidemark/presentation';
import type { Sheet } from './sheet.ts';

/** Our copies of pictures by their path. */
export type Pictures = ReadonlyMap<string, Buffer>;

/** Reads our own copies; null without one. */
export interface PictureStore {
  readAvatar(path: string): Promise<Buffer | null>;
  readThumbnail(post: { accountId: string; mediaId: string }): Promise<Buffer | null>;
}

const pixels = 108;

/** Loads a report's pictures in a format that documents can contain. A missing picture is drawn as an empty place. */
export async function loadPictures({ accounts, sections }: ReportContent, store: PictureStore): Promise<Pictures> {
  const posts = sections.flatMap((section): readonly (ReportPost | ReportMedium)[] => {
    if (section.kind === 'posts') return section.posts;
    return section.kind === 'media' ? section.media : [];
  });
  const sources = [
    ...accounts.map(({ picture }) => ({ path: picture, read: (path: string) => store.readAvatar(path) })),
    ...posts.map((post) => ({ path: post.thumbnailUrl, read: () => store.readThumbnail(post) })),
  ];
  const pictures = new Map<string, Buffer>();
  for (const { path, read } of sources) {
    if (path === null || pictures.has(path)) continue;
    const bytes = await read(path);
    const picture = bytes && (await toJpeg(bytes));
    if (picture) pictures.set(path, picture);
  }
  return pictures;
}

async function toJpeg(bytes: Buffer): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp');
  return sharp(bytes)
    .resize(pixels, pixels, { fit: 'cover' })
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
  size: number;
  isRound?: boolean;
  /** The owner's name: a missing picture shows its first letter. */
  name?: string;
  /** Colour for the ring around it. */
  color?: string;
}

export function drawPicture(sheet: Sheet, pictures: Pictures, path: string | null, place: Place): void {
  const { doc } = sheet;
  const { x, y, size, isRound = false, color } = place;
  const picture = path === null ? undefined : pictures.get(path);
  const outline = () =>
    isRound ? doc.circle(x + size / 2, y + size / 2, size / 2) : doc.roundedRect(x, y, size, size, size / 5);
  if (picture) {
    doc.save();
    outline().clip();
    doc.image(picture, x, y, { width: size, height: size });
    doc.restore();
  } else {
    outline().fill(isRound ? lightPalette.ramp1 : paleInk.hover);
    const [initial = ''] = place.name ?? '';
    const text = { x, y: y + size * 0.2, width: size, size: size * 0.5, style: 'strong', align: 'center' } as const;
    sheet.text(initial.toUpperCase(), text);
  }
  if (color)
    doc
      .lineWidth(1.2)
      .circle(x + size / 2, y + size / 2, size / 2 + 1.2)
      .stroke(color);
}
