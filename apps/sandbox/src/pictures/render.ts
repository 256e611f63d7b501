import type { Sharp } from 'sharp';

export interface Renderer {
  jpeg: (key: string, svg: () => string) => Promise<Buffer>;
}

const mostKept = 1_500;

/** Drawings to JPEG; each is made once and kept. */
export function createRenderer(): Renderer {
  const kept = new Map<string, Promise<Buffer>>();

  return {
    jpeg(key, svg) {
      const known = kept.get(key);
      if (known) return known;
      if (kept.size >= mostKept) kept.clear();
      const made = rasterise(svg());
      kept.set(key, made);
      made.catch(() => kept.delete(key));
      return made;
    },
  };
}

async function rasterise(svg: string): Promise<Buffer> {
  // Loaded with the first picture: the sandbox starts faster without it.
  const { default: sharp } = await import('sharp');
  const drawing: Sharp = sharp(Buffer.from(svg));
  return drawing.jpeg({ quality: 82 }).toBuffer();
}
