import type { Palette } from './palette.ts';

/** Draws on a 400 by 500 canvas; `roll` returns the picture's next number between 0 and 1. */
export type Scene = (palette: Palette, roll: () => number) => string;

export const circle = (x: number, y: number, radius: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`;

export const box = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;

export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;

export const ellipse = (x: number, y: number, wide: number, high: number, fill: string, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${wide}" ry="${high}" fill="${fill}" ${more}/>`;

export function backdrop({ sky, low }: Palette): string {
  return `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs>${box(0, 0, 400, 500, 'url(#sky)')}`;
}

export function tabletop(palette: Palette, y: number, tilt: number): string {
  return (
    path(`M0 ${y} L400 ${y - tilt} V500 H0Z`, palette.ground) +
    path(`M0 ${y} L400 ${y - tilt} V${y - tilt + 14} L0 ${y + 14}Z`, '#fff', 'opacity=".14"')
  );
}
