import { borders, countries, type Country, hasDot } from './countries.ts';
import { type Points, project, toPoints, type View } from './sphere.ts';

export interface GlobeColors {
  land: string;
  border: string;
  grid: string;
  rim: string;
  sea: [string, string];
  /** Colours from the smallest share to the largest. */
  ramp: string[];
  hot: string;
}

export type Shares = ReadonlyMap<string, number>;

const gridLines: Points[] = [
  ...[-60, -30, 0, 30, 60].map((north) => range(-180, 180, 6).map((east) => [east, north])),
  ...range(-180, 150, 30).map((east) => range(-84, 84, 6).map((north) => [east, north])),
].map(toPoints);

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}

/** Returns a share's colour step: the largest share has the last. */
export function rampStep(share: number, largest: number, steps: number): number {
  return Math.min(steps - 1, Math.floor((share / largest) * steps));
}

interface Drawing {
  view: View;
  shares: Shares;
  largest: number;
  colors: GlobeColors;
  hot: Country | null;
}

export function drawGlobe(canvas: CanvasRenderingContext2D, { view, shares, largest, colors, hot }: Drawing): void {
  const { width, height, radius } = view;
  canvas.clearRect(0, 0, width, height);
  const sea = canvas.createRadialGradient(
    width / 2 - radius * 0.3,
    height / 2 - radius * 0.4,
    radius * 0.1,
    width / 2,
    height / 2,
    radius,
  );
  sea.addColorStop(0, colors.sea[0]);
  sea.addColorStop(1, colors.sea[1]);
  canvas.beginPath();
  canvas.arc(width / 2, height / 2, radius, 0, 2 * Math.PI);
  canvas.fillStyle = sea;
  canvas.fill();

  canvas.beginPath();
  for (const line of gridLines) traceLine(canvas, line, view);
  canvas.strokeStyle = colors.grid;
  canvas.lineWidth = 0.7;
  canvas.stroke();

  for (const [color, group] of byColor(shares, largest, colors, hot)) {
    canvas.beginPath();
    for (const { outlines } of group) for (const outline of outlines) traceOutline(canvas, outline, view);
    for (const country of group) if (country.dot && hasDot(country, shares)) traceDot(canvas, country.dot, view);
    canvas.fillStyle = color;
    canvas.fill();
  }
  canvas.beginPath();
  for (const border of borders) traceLine(canvas, border, view);
  canvas.strokeStyle = colors.border;
  canvas.lineWidth = 0.6;
  canvas.stroke();

  canvas.beginPath();
  canvas.arc(width / 2, height / 2, radius, 0, 2 * Math.PI);
  canvas.strokeStyle = colors.rim;
  canvas.lineWidth = 1;
  canvas.stroke();
}

/** Groups countries by colour, for one fill per colour. */
function byColor(shares: Shares, largest: number, colors: GlobeColors, hot: Country | null) {
  return Map.groupBy(countries, (country) => {
    if (country === hot) return colors.hot;
    const share = (country.code && shares.get(country.code)) || 0;
    return share > 0 ? (colors.ramp[rampStep(share, largest, colors.ramp.length)] ?? colors.land) : colors.land;
  });
}

// One buffer for all, instead of one per outline and frame.
const longest = Math.max(
  ...borders.map(({ length }) => length),
  ...countries.flatMap(({ outlines }) => outlines.map(({ length }) => length)),
);
const scratch = new Float32Array(longest);

function traceOutline(canvas: CanvasRenderingContext2D, points: Points, view: View): void {
  const seen = project(points, view, 'on the rim', scratch);
  if (!seen) return;
  canvas.moveTo(seen[0] ?? 0, seen[1] ?? 0);
  for (let at = 2; at < (points.length / 3) * 2; at += 2) canvas.lineTo(seen[at] ?? 0, seen[at + 1] ?? 0);
  canvas.closePath();
}

function traceLine(canvas: CanvasRenderingContext2D, points: Points, view: View): void {
  const seen = project(points, view, 'NaN', scratch);
  if (!seen) return;
  let drawing = false;
  for (let at = 0; at < (points.length / 3) * 2; at += 2) {
    const [x, y] = [seen[at] ?? NaN, seen[at + 1] ?? NaN];
    if (Number.isNaN(x)) drawing = false;
    else if (drawing) canvas.lineTo(x, y);
    else {
      canvas.moveTo(x, y);
      drawing = true;
    }
  }
}

const dotRadius = 2.6;

function traceDot(canvas: CanvasRenderingContext2D, point: Points, view: View): void {
  const seen = project(point, view);
  if (!seen) return;
  canvas.moveTo((seen[0] ?? 0) + dotRadius, seen[1] ?? 0);
  canvas.arc(seen[0] ?? 0, seen[1] ?? 0, dotRadius, 0, 2 * Math.PI);
}
