const defaultTextSize = 16;

/** Replaces pixels by rem: '(width < 900px)' becomes '(width < 56.25rem)'. */
export function toRem(query: string): string {
  return query.replaceAll(/(\d+(?:\.\d+)?)px/g, (_, pixels: string) => `${Number(pixels) / defaultTextSize}rem`);
}
