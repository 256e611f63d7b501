import type { Sharp } from 'sharp';

export interface Renderer {
  jpeg: (key: string, svg: () => string) => Promise<Buffer>;
}

const maxEntries = 1_500;

/** Renders drawings to JPEG and caches them. */
export function createRenderer(): Renderer {
  const kept = new Map<string, Promise<Buffer>>();

  return {
    jpeg(key, svg) {
      const known = kept.get(key);
      if (known) return known;
      if (kept.size >= maxEntries) kept.clear();
      const made = rasterise(svg());
      kept.set(key, made);
      made.catch(() => kept.delete(key));
      return made;
    },
  };
}

async function rasterise(svg: string): Promise<Buffer> {
  // Loaded on first use, which makes the sandbox start faster.
  const { default: sharp } = await import('sharp');
  const drawing: Sharp = sharp(Buffer.from(svg));
  return drawing.jpeg({ quality: 82 }).toBuffer();
}
