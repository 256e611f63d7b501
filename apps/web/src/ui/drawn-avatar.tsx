const palettes = [
  ['#6a5ce8', '#b6adf6'],
  ['#cb2348', '#f3a3b4'],
  ['#2a7a5c', '#9fd8c1'],
  ['#b07f0c', '#efd08a'],
  ['#0f86aa', '#9bd6e8'],
  ['#a12377', '#eba6d2'],
  ['#c8652f', '#f6c4a2'],
  ['#39397f', '#a7a7e3'],
] as const;

// Each is a small landscape with one motif: hill, sun, waves, roof, leaf, peaks, moon, path.
const motifs = [
  'M4 27c6-10 18-10 24 0v9H4z',
  'M16 9a7 7 0 1 1 0 14 7 7 0 0 1 0-14z',
  'M3 14c4-4 9 4 13 0s9 4 13 0M3 20c4-4 9 4 13 0s9 4 13 0',
  'M7 24V15l9-7 9 7v9h-6v-6h-6v6z',
  'M9 23c0-9 5-14 14-14 0 9-5 14-14 14zm0 0 8-8',
  'M3 26l8-13 5 7 4-6 9 12z',
  'M21 20a8 8 0 1 1-5-12 7 7 0 0 0 5 12z',
  'M12 28c0-6 8-6 8-12s-6-5-6-10',
] as const;
const stroked = new Set([2, 4, 7]);
const head = 'M16 8a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM5 33c0-8 5-12 11-12s11 4 11 12z';

function toDrawing(name: string): { palette: readonly [string, string]; motif: number } {
  let hash = 2166136261;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
  return { palette: palettes[hash % palettes.length] ?? palettes[0], motif: (hash >>> 8) % motifs.length };
}

/** A drawing derived from the name, always the same; `isPerson` draws a person instead of a landscape. */
export function DrawnAvatar({ name, isPerson = false }: { name: string; isPerson?: boolean }) {
  const { palette, motif } = toDrawing(name);
  const [deep, pale] = palette;
  const line = !isPerson && stroked.has(motif);
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" data-drawn>
      <rect width="32" height="32" fill={deep} />
      <circle cx="25" cy="6" r="14" fill={pale} opacity=".34" />
      <path
        d={isPerson ? head : motifs[motif]}
        fill={line ? 'none' : '#fff'}
        stroke={line ? '#fff' : 'none'}
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        opacity=".94"
      />
    </svg>
  );
}
