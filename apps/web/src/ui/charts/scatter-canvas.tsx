import { useEffect, useRef } from 'react';
import styles from './scatter.module.css';
import type { ScatterPoint } from './scatter-scale.ts';

interface ScatterCanvasProps {
  points: readonly ScatterPoint[];
  spots: readonly { x: number; y: number }[];
  radius: number;
  width: number;
  height: number;
}

/** Thousands of points as one image; redrawn when the theme's colours change. */
export function ScatterCanvas({ points, spots, radius, width, height }: ScatterCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => paint(element, { points, spots, radius, width, height });
    draw();
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw);
    return () => {
      themes.disconnect();
      dark.removeEventListener('change', draw);
    };
  }, [points, spots, radius, width, height]);

  return <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />;
}

function paint(element: HTMLCanvasElement, { points, spots, radius, width, height }: ScatterCanvasProps) {
  const density = window.devicePixelRatio || 1;
  element.width = width * density;
  element.height = height * density;
  const context = element.getContext('2d');
  if (!context) return;
  context.scale(density, density);
  context.globalAlpha = 0.62;
  // One path per colour, the highlighted points last, so that they are on top.
  const colors = new Map<string, number[]>();
  for (const [index, { color, peak }] of points.entries()) {
    const own = peak ? 'var(--highlight)' : color;
    const same = colors.get(own);
    if (same) same.push(index);
    else colors.set(own, [index]);
  }
  for (const [color, indexes] of [...colors].toSorted(([one], [other]) => rank(one) - rank(other))) {
    context.fillStyle = resolved(element, color);
    context.beginPath();
    for (const index of indexes) {
      const spot = spots[index];
      if (!spot) continue;
      const size = points[index]?.peak ? radius + 3 : radius;
      context.moveTo(spot.x + size, spot.y);
      context.arc(spot.x, spot.y, size, 0, 2 * Math.PI);
    }
    context.fill();
  }
}

const rank = (color: string) => Number(color === 'var(--highlight)');

/** A canvas supports neither custom properties nor `light-dark()`, so the browser resolves them. */
function resolved(element: HTMLElement, color: string): string {
  // A new element each time, because a reused one might still be in a colour transition.
  const probe = document.createElement('span');
  probe.style.color = color;
  element.append(probe);
  const { color: known } = getComputedStyle(probe);
  probe.remove();
  return known;
}
