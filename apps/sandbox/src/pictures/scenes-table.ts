import type { Scene } from './shapes.ts';
import { backdrop, circle, ellipse, path, tabletop } from './shapes.ts';

export const bowl: Scene = (palette, roll) => {
  const [x, y, size] = [185 + roll() * 30, 270 + roll() * 20, 118 + roll() * 18];
  const leaves = Array.from({ length: 5 }, (_, index) =>
    ellipse(
      x - 60 + index * 30,
      y - 20 + roll() * 50,
      20,
      8,
      palette.accent,
      `transform="rotate(${roll() * 180} ${x - 60 + index * 30} ${y})"`,
    ),
  );
  return (
    backdrop(palette) +
    path('M0 400 L400 330 V500 H0Z', palette.ground, 'opacity=".45"') +
    ellipse(310, 130, 46, 36, palette.accent) +
    ellipse(310, 126, 34, 25, palette.pale, 'opacity=".5"') +
    circle(x, y + 10, size + 6, '#000', 'opacity=".12"') +
    circle(x, y, size, palette.dark) +
    circle(x, y, size - 14, '#3c3448') +
    path(`M${x - 70} ${y - 10} q70 -60 140 0 q-10 64 -70 66 q-62 -6 -70 -66Z`, palette.main) +
    path(`M${x - 50} ${y - 4} q50 -40 100 0`, 'none', `stroke="${palette.pale}" stroke-width="5" opacity=".6"`) +
    leaves.join('')
  );
};

export const loaf: Scene = (palette, roll) => {
  const y = 300 + roll() * 20;
  const cuts = [110, 170, 230].map((x) =>
    path(`M${x} ${y - 78} q34 6 40 58`, 'none', 'stroke="#f3d9ae" stroke-width="11" stroke-linecap="round"'),
  );
  return (
    backdrop(palette) +
    tabletop(palette, 350, 30) +
    ellipse(200, y + 62, 150, 20, '#000', 'opacity=".18"') +
    path(
      `M50 ${y + 30} C40 ${y - 120} 360 ${y - 120} 350 ${y + 30} C340 ${y + 80} 60 ${y + 80} 50 ${y + 30}Z`,
      '#b8733a',
    ) +
    path(
      `M66 ${y + 6} C80 ${y - 100} 320 ${y - 100} 334 ${y + 6} C260 ${y - 40} 140 ${y - 40} 66 ${y + 6}Z`,
      '#d08f52',
    ) +
    cuts.join('') +
    ellipse(330, 410, 40, 14, palette.pale, 'opacity=".7"')
  );
};

export const cup: Scene = (palette, roll) => {
  const x = 180 + roll() * 30;
  return (
    backdrop(palette) +
    tabletop(palette, 360, 20) +
    ellipse(x, 402, 128, 22, palette.pale) +
    ellipse(x, 398, 96, 14, '#0002') +
    path(`M${x - 84} 262 h168 v48 q0 84 -84 84 q-84 0 -84 -84Z`, palette.main) +
    path(`M${x + 84} 284 q54 -8 50 36 q-6 42 -62 34`, 'none', `stroke="${palette.main}" stroke-width="16"`) +
    ellipse(x, 262, 84, 20, palette.pale) +
    ellipse(x, 263, 74, 15, '#5b3620') +
    path(`M${x - 20} 262 q20 -14 40 0 q-20 14 -40 0Z`, '#e8cfa8') +
    [-30, 6, 40]
      .map((shift) =>
        path(
          `M${x + shift} 226 q-16 -22 0 -42 q16 -22 0 -44`,
          'none',
          `stroke="${palette.pale}" stroke-width="7" stroke-linecap="round" opacity=".6"`,
        ),
      )
      .join('')
  );
};

export const vases: Scene = (palette, roll) => {
  const vase = (x: number, wide: number, high: number, fill: string) =>
    path(
      `M${x - wide * 0.3} ${404 - high} h${wide * 0.6} q${wide * 0.1} ${high * 0.24} ${wide * 0.3} ${high * 0.46} q${wide * 0.18} ${high * 0.4} -${wide * 0.3} ${high * 0.54} h-${wide * 0.6} q-${wide * 0.5} -${high * 0.12} -${wide * 0.3} -${high * 0.54} q${wide * 0.2} -${high * 0.22} ${wide * 0.3} -${high * 0.46}Z`,
      fill,
    );
  return (
    backdrop(palette) +
    tabletop(palette, 392, 0) +
    vase(105, 96, 150 + roll() * 40, palette.main) +
    vase(300, 86, 120 + roll() * 50, palette.dark) +
    vase(205, 130, 240 + roll() * 30, palette.pale) +
    path(
      'M206 170 q-30 -70 -70 -84 M206 170 q6 -70 40 -100 M206 170 q-6 -60 -16 -110',
      'none',
      `stroke="${palette.ground}" stroke-width="4"`,
    ) +
    [
      [136, 84],
      [246, 68],
      [190, 58],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 17, palette.accent))
      .join('')
  );
};
