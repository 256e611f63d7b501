import type { Scene } from './shapes.ts';
import { backdrop, box, circle, path } from './shapes.ts';

export const mountains: Scene = (palette, roll) => {
  const peak = 150 + roll() * 90;
  const second = 270 + roll() * 80;
  return (
    backdrop(palette) +
    circle(60 + roll() * 280, 110 + roll() * 40, 32, palette.accent) +
    path(`M${second - 190} 420 L${second} ${220 + roll() * 30} L${second + 190} 420Z`, palette.dark, 'opacity=".75"') +
    path(`M${peak - 210} 420 L${peak} 150 L${peak + 200} 420Z`, palette.main) +
    path(
      `M${peak} 150 L${peak + 46} 212 L${peak + 12} 204 L${peak - 14} 226 L${peak - 50} 214Z`,
      palette.pale,
      'opacity=".92"',
    ) +
    path('M0 392 Q110 362 210 398 T400 386 V500 H0Z', palette.ground) +
    path('M0 440 Q150 410 400 446 V500 H0Z', palette.dark, 'opacity=".55"')
  );
};

export const cabin: Scene = (palette, roll) => {
  const stars = Array.from({ length: 16 }, () =>
    circle(roll() * 400, roll() * 180, 1 + roll() * 1.6, palette.pale, 'opacity=".8"'),
  );
  const trees = [20, 62, 330, 372].map((x) =>
    path(`M${x} 390 l-34 0 l34 -${110 + roll() * 60} l34 ${110}Z`, palette.dark),
  );
  return (
    backdrop(palette) +
    stars.join('') +
    path('M0 372 Q200 330 400 376 V500 H0Z', palette.ground) +
    trees.join('') +
    box(128, 300, 150, 96, '#7a4a30') +
    path('M112 304 L203 226 L294 304Z', palette.dark) +
    box(150, 326, 36, 34, palette.accent) +
    box(216, 326, 32, 70, '#4a2b1c') +
    box(240, 232, 18, 40, palette.dark) +
    path(
      'M249 224 q-14 -20 2 -36 q14 -16 0 -32',
      'none',
      `stroke="${palette.pale}" stroke-width="7" stroke-linecap="round" opacity=".45"`,
    )
  );
};

export const coast: Scene = (palette, roll) => {
  const y = 290 + roll() * 30;
  const waves = Array.from({ length: 4 }, (_, index) =>
    path(
      `M-20 ${y + 30 + index * 34} q50 -14 100 0 t100 0 t100 0 t140 0`,
      'none',
      `stroke="${palette.pale}" stroke-width="3" opacity="${0.55 - index * 0.1}"`,
    ),
  );
  return (
    backdrop(palette) +
    circle(120 + roll() * 160, y - 40, 62, palette.accent) +
    box(0, y, 400, 210, palette.main) +
    waves.join('') +
    path(`M230 ${y} q60 -70 170 -84 V${y}Z`, palette.ground) +
    path(`M330 ${y - 66} v-70 h22 v64Z`, palette.pale) +
    path(`M326 ${y - 132} h30 l-15 -20Z`, '#b3261e') +
    path('M0 470 Q160 430 400 480 V500 H0Z', '#e6cfa4')
  );
};

export const jackets: Scene = (palette, roll) => {
  const figure = (x: number, coat: string, skin: string) =>
    circle(x, 190, 30, skin) +
    path(`M${x - 52} 420 V266 q0 -44 52 -44 q52 0 52 44 V420Z`, coat) +
    path(`M${x} 224 V420`, 'none', 'stroke="#0003" stroke-width="4"') +
    box(x - 34, 420, 26, 80, palette.dark) +
    box(x + 8, 420, 26, 80, palette.dark);
  const rain =
    roll() < 0.5
      ? Array.from({ length: 30 }, () =>
          path(
            `M${roll() * 420} ${roll() * 500} l-8 22`,
            'none',
            `stroke="${palette.pale}" stroke-width="2" opacity=".35"`,
          ),
        ).join('')
      : '';
  return (
    backdrop(palette) +
    path('M0 440 H400 V500 H0Z', palette.ground) +
    (roll() < 0.5
      ? figure(200, palette.main, '#d9a27d')
      : figure(140, palette.main, '#f0c4a8') + figure(262, palette.ground, '#a5694a')) +
    rain
  );
};
