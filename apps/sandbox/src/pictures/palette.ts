export interface Palette {
  sky: string;
  low: string;
  ground: string;
  dark: string;
  main: string;
  accent: string;
  pale: string;
}

export const palettes: readonly Palette[] = [
  {
    sky: '#f3e4d3',
    low: '#e8cfb4',
    ground: '#c9a27c',
    dark: '#2b2435',
    main: '#ff8a5c',
    accent: '#cfe4b4',
    pale: '#fff6ea',
  },
  {
    sky: '#f6b48f',
    low: '#8fbfe0',
    ground: '#35587f',
    dark: '#1f3352',
    main: '#34597f',
    accent: '#fff0d8',
    pale: '#f9e7d6',
  },
  {
    sky: '#1e2452',
    low: '#5a4a86',
    ground: '#3a2c34',
    dark: '#14172f',
    main: '#8a7bff',
    accent: '#f5d65a',
    pale: '#e6e2ff',
  },
  {
    sky: '#dfeee6',
    low: '#bcdcca',
    ground: '#5f8f74',
    dark: '#173a30',
    main: '#2a9277',
    accent: '#ffb08a',
    pale: '#f7fbf6',
  },
  {
    sky: '#fbe3ec',
    low: '#f3c0d2',
    ground: '#b5617f',
    dark: '#4b1a33',
    main: '#e0569b',
    accent: '#ffd68a',
    pale: '#fff5f8',
  },
  {
    sky: '#e3e6ff',
    low: '#c3c9fb',
    ground: '#5c61b8',
    dark: '#1c1d4e',
    main: '#5146e5',
    accent: '#ffb36b',
    pale: '#f6f6ff',
  },
  {
    sky: '#f4efe6',
    low: '#ded3c2',
    ground: '#a3927a',
    dark: '#38322a',
    main: '#7d8f69',
    accent: '#d9683c',
    pale: '#fffdf8',
  },
  {
    sky: '#d6eaf0',
    low: '#9fc9d6',
    ground: '#3f7f94',
    dark: '#12323f',
    main: '#0f86aa',
    accent: '#ffcf5c',
    pale: '#f1fafc',
  },
  {
    sky: '#3f4b52',
    low: '#5d6e75',
    ground: '#2a3338',
    dark: '#171d20',
    main: '#f2c230',
    accent: '#f6efe2',
    pale: '#dfe7ea',
  },
  {
    sky: '#ffe9c7',
    low: '#ffc98b',
    ground: '#c9703a',
    dark: '#4a2413',
    main: '#b3261e',
    accent: '#2a7a5c',
    pale: '#fff7e8',
  },
];

/** Rotates a palette's hues, so that two posts from one account rarely look alike. */
export function turned(palette: Palette, degrees: number): Palette {
  const turn = (hex: string) => turnedHue(hex, degrees);
  return {
    sky: turn(palette.sky),
    low: turn(palette.low),
    ground: turn(palette.ground),
    dark: turn(palette.dark),
    main: turn(palette.main),
    accent: palette.accent,
    pale: palette.pale,
  };
}

function turnedHue(hex: string, degrees: number): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const span = most - least;
  const light = (most + least) / 2;
  if (span === 0) return hex;
  const saturation = span / (1 - Math.abs(2 * light - 1));
  const sector =
    most === red ? (green - blue) / span : most === green ? (blue - red) / span + 2 : (red - green) / span + 4;
  return `hsl(${Math.round((sector * 60 + degrees + 360) % 360)}, ${Math.round(saturation * 100)}%, ${Math.round(light * 100)}%)`;
}
