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

/** Draws thousands of points as one image; redrawn when the theme's colours change. */
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
  const colors = Map.groupBy(points.keys(), (index) => points[index]?.color ?? '');
  for (const [color, indexes] of colors) {
    context.fillStyle = resolved(element, color);
    context.beginPath();
    for (const index of indexes) addCircle(context, spots[index], radius);
    context.fill();
  }
  context.globalAlpha = 1;
  context.lineWidth = 3;
  context.strokeStyle = resolved(element, 'var(--highlight)');
  context.beginPath();
  for (const [index, { peak }] of points.entries()) if (peak) addCircle(context, spots[index], radius + 2);
  context.stroke();
}

function addCircle(context: CanvasRenderingContext2D, spot: { x: number; y: number } | undefined, radius: number) {
  if (!spot) return;
  context.moveTo(spot.x + radius, spot.y);
  context.arc(spot.x, spot.y, radius, 0, 2 * Math.PI);
}

/** Resolves a colour through the browser, because a canvas supports neither custom properties nor `light-dark()`. */
function resolved(element: HTMLElement, color: string): string {
  // A new element each time, because a reused one might still be in a colour transition.
  const probe = document.createElement('span');
  probe.style.color = color;
  element.append(probe);
  const { color: known } = getComputedStyle(probe);
  probe.remove();
  return known;
}
