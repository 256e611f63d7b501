import type { Theme } from '../world/account-profile.ts';
import type { Person } from '../world/people.ts';

const gradients: readonly [string, string][] = [
  ['#3f43df', '#8a7bff'],
  ['#cb2348', '#ff8f85'],
  ['#2a7a5c', '#6ceec6'],
  ['#b07f0c', '#f5d65a'],
  ['#0f86aa', '#7fd3ea'],
  ['#a12377', '#f0559b'],
  ['#3c6100', '#86b94a'],
  ['#5a0c26', '#c0636d'],
  ['#9376dd', '#caadfa'],
  ['#15154d', '#5a63d8'],
];

/** White strokes on a 100 by 100 canvas. */
const glyphs: Record<Theme, string> = {
  food: '<path d="M24 48h52c0 16-11 27-26 27S24 64 24 48Z"/><path d="M38 38c-4-6 4-9 0-15M52 38c-4-6 4-9 0-15M66 38c-4-6 4-9 0-15"/>',
  outdoor: '<path d="M18 72 42 32l14 24 9-13 17 29Z"/>',
  travel: '<path d="M20 66c10-8 20-8 30 0s20 8 30 0M50 56V26l22 22H50"/>',
  studio: '<circle cx="40" cy="42" r="17"/><path d="M48 46h28v28H48Z"/>',
  fitness: '<path d="M28 40v20M20 44v12M72 40v20M80 44v12M28 50h44"/>',
  fashion: '<path d="M50 40c0-8 8-6 8-13s-12-8-14 0M50 40 20 64h60Z"/>',
  home: '<path d="M22 50 50 26l28 24v26H58V58H42v18H22Z"/>',
  coffee:
    '<path d="M26 42h40v18c0 10-8 16-20 16s-20-6-20-16ZM66 46c14-2 14 20-2 18M38 34c-3-5 3-7 0-12M54 34c-3-5 3-7 0-12"/>',
  ceramics: '<path d="M42 24h16M44 24c0 14-16 18-16 34 0 10 8 18 22 18s22-8 22-18c0-16-16-20-16-34"/>',
  music: '<circle cx="50" cy="50" r="28"/><circle cx="50" cy="50" r="9"/><path d="M50 32a18 18 0 0 1 18 18"/>',
  plants: '<path d="M50 78V44M50 58C32 58 26 46 26 32c16 0 24 10 24 26ZM50 50c0-16 8-24 24-24 0 16-8 24-24 24Z"/>',
  books: '<path d="M50 34c-8-8-18-8-28-8v42c10 0 20 0 28 8 8-8 18-8 28-8V26c-10 0-20 0-28 8ZM50 34v42"/>',
};

export function drawAvatar(theme: Theme, seed: number): string {
  const [from, to] = gradients[seed % gradients.length] ?? ['#3f43df', '#8a7bff'];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="320" height="320"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="100" height="100" fill="url(#g)"/><g fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" transform="translate(50 50) rotate(${(seed % 5) * 3 - 6}) translate(-50 -50)">${glyphs[theme]}</g></svg>`;
}

const toHair: Record<Person['key'], number> = {
  maya: 1,
  theo: 0,
  fiona: 2,
  cal: 3,
  nadia: 1,
  ines: 1,
  olu: 2,
  edgar: 0,
};

/** Hair behind the head, and the part that falls over the forehead. */
const hairBacks = [
  '<ellipse cx="50" cy="46" rx="25" ry="25"/>',
  '<path d="M24 46a26 26 0 0 1 52 0v34H24Z"/>',
  '<ellipse cx="50" cy="45" rx="25" ry="24"/><circle cx="50" cy="18" r="9"/>',
  '<circle cx="34" cy="38" r="14"/><circle cx="66" cy="38" r="14"/><circle cx="50" cy="30" r="16"/><circle cx="28" cy="52" r="10"/><circle cx="72" cy="52" r="10"/>',
];
const fringes = [
  'M28 50C27 30 40 27 50 27s23 3 22 23c-4-9-8-13-22-13s-18 4-22 13Z',
  'M28 52C26 30 38 26 50 26s24 4 22 26c-2-10-10-16-20-18-4 8-14 10-24 18Z',
  'M29 46c2-16 12-20 21-20s19 4 21 20c-8-8-14-9-21-9s-13 1-21 9Z',
  'M30 44c4-14 12-18 20-18s16 4 20 18c-4-4-6-7-10-8-4 4-8 1-11-1-4 4-12 3-19 9Z',
];
const skins = ['#f2c9a9', '#8a5638', '#f0c0a0', '#c98d63', '#f4d0b5', '#dca67c', '#5f3a28', '#eec3a4'];
const hairs = ['#c98a3a', '#17120f', '#a8432a', '#2c1b12', '#e3c07a', '#3a2218', '#120d0b', '#8d8d94'];

export function drawPortrait({ colours, key }: Person, index: number): string {
  const skin = skins[index % skins.length];
  const hair = hairs[index % hairs.length];
  const smile = index % 2 === 0 ? 'M42 62q8 7 16 0' : 'M43 63q7 5 14 0';
  const glasses =
    key === 'ines' || key === 'edgar'
      ? '<g fill="none" stroke="#1d1a2e" stroke-width="2"><circle cx="42" cy="52" r="6"/><circle cx="58" cy="52" r="6"/><path d="M48 52h4"/></g>'
      : '';
  const back = hairBacks[toHair[key]];
  const fringe = fringes[toHair[key]];
  const head = `<g fill="${hair}">${back}</g><rect x="42" y="62" width="16" height="18" rx="8" fill="${skin}"/><ellipse cx="50" cy="52" rx="21" ry="23" fill="${skin}"/><path d="${fringe}" fill="${hair}"/><g fill="#1d1a2e"><circle cx="42" cy="52" r="2.2"/><circle cx="58" cy="52" r="2.2"/></g><path d="${smile}" fill="none" stroke="#1d1a2e" stroke-width="2.2" stroke-linecap="round"/>${glasses}`;
  const shoulders = '<path d="M10 106c2-24 18-31 40-31s38 7 40 31Z" fill="#fff" opacity=".94"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="224" height="224"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${colours[0]}"/><stop offset="1" stop-color="${colours[1]}"/></linearGradient></defs><rect width="100" height="100" fill="url(#g)"/><g transform="translate(50 54) scale(1.16) translate(-50 -50)">${shoulders}${head}</g></svg>`;
}
