/** The light theme's colours, for documents; a test compares them with the web app's. */
export const lightPalette = {
  'card-solid': '#fff',
  ink: '#16143a',
  ink2: '#4f4c70',
  ink3: '#625f86',
  pri: '#5146e5',
  up: '#0b6e4f',
  down: '#b3261e',
  amber: '#e0a100',
  'amber-ink': '#7a5200',
  highlight: '#e0569b',
  s1: '#3f43df',
  s2: '#cb2348',
  s3: '#2a7a5c',
  s4: '#b07f0c',
  s5: '#0f86aa',
  s6: '#a12377',
  s7: '#3c6100',
  s8: '#5a0c26',
  s9: '#9376dd',
  s10: '#15154d',
  reel: '#1f6fb5',
  carousel: '#c8641f',
  post: '#1f9a78',
  story: '#9a8fae',
  other: '#5a6478',
  likes: '#4236cf',
  comments: '#8170ea',
  saves: '#2a9277',
  shares: '#c8752f',
  followers: '#5146e5',
  'non-followers': '#a9a2f1',
  female: '#0a6f86',
  male: '#b88207',
  ramp1: '#d9d4fb',
  ramp3: '#8f83ef',
} as const;

export type PaletteName = keyof typeof lightPalette;

/** Lines and backgrounds that are transparent on a screen, as they look on white. */
export const paleInk = { line: '#e4e3ea', hover: '#f4f4f6' } as const;
