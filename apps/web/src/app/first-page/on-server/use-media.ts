import { currentDrawing } from '../first-view.ts';

/** Knows the window's width only; any other condition is false. */
export function matchesMedia(queryInPixels: string): boolean {
  const [, limit] = /^\(width < (\d+)px\)$/.exec(queryInPixels) ?? [];
  return limit !== undefined && currentDrawing().width < Number(limit);
}

export const useMedia = (queryInPixels: string) => matchesMedia(queryInPixels);
