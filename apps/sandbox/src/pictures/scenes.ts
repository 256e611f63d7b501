import type { Theme } from '../world/account-profile.ts';
import { pick } from '../world/chance.ts';
import type { Palette } from './palette.ts';
import { cabin, coast, jackets, mountains } from './scenes-outside.ts';
import { books, hanger, kettlebell, lamp, plants, poster, record } from './scenes-room.ts';
import { bowl, cup, loaf, vases } from './scenes-table.ts';
import type { Scene } from './shapes.ts';
import { box, circle, path } from './shapes.ts';

const scenesByTheme: Record<Theme, readonly Scene[]> = {
  food: [bowl, loaf, bowl, cup, plants, bowl],
  outdoor: [mountains, jackets, cabin, mountains, coast, jackets],
  travel: [coast, cabin, mountains, coast, books],
  studio: [poster, lamp, poster, books, plants, cup],
  fitness: [kettlebell, jackets, bowl, mountains, record],
  fashion: [hanger, jackets, hanger, poster, lamp],
  home: [lamp, plants, vases, cup, books, hanger],
  coffee: [cup, loaf, cup, vases, books, plants],
  ceramics: [vases, bowl, vases, cup, plants],
  music: [record, poster, record, lamp, coast],
  plants: [plants, vases, plants, cabin, cup],
  books: [books, lamp, books, cup, coast],
};

/** Draws the scene with variations: mirrored, closer, or at another hour of the day. */
export function drawScene(theme: Theme, palette: Palette, roll: () => number): string {
  const scene = pick(scenesByTheme[theme], roll());
  const near = 1 + roll() * 0.32;
  const [across, down] = [(roll() - 0.5) * 90, (roll() - 0.5) * 60];
  const mirrored = roll() < 0.5 ? -1 : 1;
  const drawing = scene(palette, roll);
  const light = roll();
  const mood = light < 0.25 ? '#ffb36b' : light < 0.45 ? '#26307a' : light < 0.6 ? '#0f7f7a' : '#ffffff';
  const motif = motifs[Math.floor(roll() * motifs.length)]?.(palette, roll) ?? '';
  return `<g transform="translate(200 270) scale(${near * mirrored} ${near}) translate(${-200 + across * (near - 1)} ${-270 + down * (near - 1)})">${drawing}</g>${motif}${box(-100, -200, 600, 900, mood, `opacity="${light < 0.6 ? 0.16 : 0.02}"`)}`;
}

const motifs: readonly Scene[] = [
  () => '',
  () => '',
  ({ pale }, roll) =>
    path(`M${roll() * 200} -60 l70 0 l-260 700 l-70 0Z`, pale, 'opacity=".13"') +
    path(`M${120 + roll() * 200} -60 l26 0 l-260 700 l-26 0Z`, pale, 'opacity=".13"'),
  ({ accent }, roll) =>
    Array.from({ length: 9 }, () => circle(roll() * 400, roll() * 500, 2 + roll() * 5, accent, 'opacity=".55"')).join(
      '',
    ),
  ({ dark }, roll) => path(`M-20 ${440 + roll() * 30} q90 -70 190 10 t230 -20 V720 H-20Z`, dark, 'opacity=".3"'),
  ({ pale }) => box(14, 14, 372, 472, 'none', `stroke="${pale}" stroke-width="5" opacity=".6"`),
];
