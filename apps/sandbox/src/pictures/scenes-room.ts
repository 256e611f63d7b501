import type { Scene } from './shapes.ts';
import { backdrop, box, circle, ellipse, path, tabletop } from './shapes.ts';

export const hanger: Scene = (palette, roll) => {
  const colours = [palette.main, palette.dark, palette.accent, palette.ground];
  const coats = [78, 160, 242, 324].map(
    (x, index) =>
      path(`M${x - 36} 170 q36 -34 72 0 l10 ${180 + roll() * 60} h-92Z`, colours[index] ?? palette.main) +
      path(`M${x} 150 q-14 -12 0 -24`, 'none', `stroke="${palette.dark}" stroke-width="4"`),
  );
  return (
    backdrop(palette) +
    box(24, 120, 352, 7, palette.dark, 'rx="3"') +
    coats.join('') +
    box(30, 120, 7, 350, palette.dark) +
    box(363, 120, 7, 350, palette.dark) +
    box(0, 460, 400, 40, palette.ground)
  );
};

export const poster: Scene = (palette, roll) => {
  const turn = Math.floor(roll() * 4) * 90;
  return (
    backdrop(palette) +
    box(70, 70, 260, 340, palette.pale, 'rx="4"') +
    `<g transform="rotate(${turn} 200 230)">${circle(160, 190, 66, palette.main)}${path('M200 170 h90 v90 a90 90 0 0 1 -90 -90Z', palette.accent)}${path('M120 330 l70 -90 l70 90Z', palette.dark)}${circle(262, 130, 22, palette.ground)}</g>` +
    box(96, 366, 120, 10, palette.dark, 'rx="5"') +
    box(96, 384, 70, 6, palette.dark, 'rx="3" opacity=".5"') +
    path('M0 456 H400 V500 H0Z', palette.ground)
  );
};

export const lamp: Scene = (palette, roll) => {
  const x = 150 + roll() * 60;
  return (
    backdrop(palette) +
    path(`M${x - 20} 200 L${x - 150} 440 H${x + 170} L${x + 60} 200Z`, palette.accent, 'opacity=".35"') +
    path(`M${x - 52} 214 L${x - 26} 118 H${x + 66} L${x + 92} 214Z`, palette.main) +
    box(x + 15, 214, 9, 206, palette.dark) +
    ellipse(x + 20, 424, 56, 12, palette.dark) +
    box(0, 430, 400, 70, palette.ground) +
    path(`M${x + 90} 430 v-74 q0 -26 28 -26 h70 q26 0 26 26 v74Z`, palette.dark, 'opacity=".8"') +
    box(x + 84, 380, 150, 54, palette.ground, 'rx="16"')
  );
};

export const kettlebell: Scene = (palette, roll) =>
  backdrop(palette) +
  box(0, 410, 400, 90, palette.ground) +
  box(20, 330, 360, 12, palette.dark, 'rx="6"') +
  [44, 62, 80, 304, 322, 340].map((x) => box(x, 282 - roll() * 6, 14, 108, palette.dark, 'rx="5"')).join('') +
  path('M148 220 q0 -76 52 -76 q52 0 52 76', 'none', `stroke="${palette.main}" stroke-width="24"`) +
  circle(200, 300, 96, palette.main) +
  circle(200, 304, 38, palette.pale, 'opacity=".85"') +
  box(140, 384, 120, 26, palette.main, 'rx="8"');

export const record: Scene = (palette, roll) => {
  const turn = roll() * 60 - 30;
  return (
    backdrop(palette) +
    circle(200, 240, 150, palette.dark) +
    [126, 104, 82]
      .map((radius) => circle(200, 240, radius, 'none', 'stroke="#fff" stroke-width="1.5" opacity=".16"'))
      .join('') +
    circle(200, 240, 56, palette.main) +
    circle(200, 240, 9, palette.pale) +
    `<g transform="rotate(${turn} 330 90)">${box(322, 90, 12, 190, palette.pale, 'rx="6"')}${box(314, 262, 28, 40, palette.accent, 'rx="6"')}</g>` +
    circle(328, 92, 22, palette.accent) +
    box(0, 440, 400, 60, palette.ground)
  );
};

export const plants: Scene = (palette, roll) => {
  const leaf = (x: number, y: number, turn: number, long: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${path(`M0 0 q-${long * 0.3} -${long * 0.5} 0 -${long} q${long * 0.3} ${long * 0.5} 0 ${long}Z`, palette.main)}${path(`M0 0 V-${long * 0.85}`, 'none', `stroke="${palette.dark}" stroke-width="2" opacity=".4"`)}</g>`;
  const leaves = [-64, -38, -14, 12, 36, 62].map((turn) => leaf(200, 320, turn + roll() * 10, 150 + roll() * 90));
  return (
    backdrop(palette) +
    box(0, 430, 400, 70, palette.ground) +
    leaves.join('') +
    path('M138 316 h124 l-16 124 h-92Z', palette.accent) +
    box(130, 304, 140, 26, palette.accent, 'rx="6"') +
    path('M138 330 h124 l-1 10 h-122Z', '#0002')
  );
};

export const books: Scene = (palette, roll) => {
  const colours = [palette.main, palette.accent, palette.dark, palette.pale, palette.ground];
  const stack = Array.from({ length: 5 }, (_, index) => {
    const [wide, x, y] = [200 + roll() * 60, 74 + roll() * 30, 392 - index * 42];
    return (
      box(x, y, wide, 38, colours[index] ?? palette.main, 'rx="4"') +
      box(x + 20, y + 14, wide * 0.4, 7, '#fff', 'opacity=".5" rx="3"')
    );
  });
  return (
    backdrop(palette) +
    tabletop(palette, 428, 0) +
    stack.join('') +
    path('M250 222 q0 -60 40 -66 q42 6 42 66Z', palette.pale) +
    path(
      'M290 156 v-50 M290 120 q-30 -20 -44 -2 M290 132 q30 -24 46 -6',
      'none',
      `stroke="${palette.main}" stroke-width="5"`,
    )
  );
};
