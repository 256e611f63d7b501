import { useEffect, useState } from 'react';
import type { GlobeColors } from './draw-globe.ts';

/** Resolves the theme's colours for a canvas, and updates them with the theme. */
export function useGlobeColors(element: HTMLElement | null): GlobeColors | null {
  const [colors, setColors] = useState<GlobeColors | null>(null);
  useEffect(() => {
    if (!element) return;
    const read = () => setColors(readColors(element));
    read();
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', read);
    const theme = new MutationObserver(read);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      scheme.removeEventListener('change', read);
      theme.disconnect();
    };
  }, [element]);
  return colors;
}

function readColors(element: HTMLElement): GlobeColors {
  // A new element each time, because a reused one might still be in a colour transition.
  const resolve = (color: string) => {
    const probe = document.createElement('span');
    probe.style.color = color;
    element.append(probe);
    const resolved = getComputedStyle(probe).color;
    probe.remove();
    return resolved;
  };
  return {
    land: resolve('light-dark(#e4e2ee, #2a2e47)'),
    border: resolve('var(--card-solid)'),
    grid: resolve('light-dark(#1a17400f, #ffffff0d)'),
    rim: resolve('light-dark(#5146e524, #8f86ff38)'),
    sea: [resolve('light-dark(#fff, #232846)'), resolve('light-dark(#edeafb, #141830)')],
    ramp: [1, 2, 3, 4, 5].map((step) => resolve(`var(--ramp${step})`)),
    hot: resolve('var(--highlight)'),
  };
}
