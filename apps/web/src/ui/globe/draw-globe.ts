import { countries, type Country } from './countries.ts';
import { type Points, project, toPoints, type View } from './sphere.ts';

export interface GlobeColors {
  land: string;
  border: string;
  grid: string;
  rim: string;
  sea: [string, string];
  /** From the smallest share to the largest. */
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

/** The step of the ramp for a share: the largest share of all wears the last. */
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

  canvas.strokeStyle = colors.border;
  canvas.lineWidth = 0.6;
  for (const [color, group] of byColor(shares, largest, colors, hot)) {
    canvas.beginPath();
    for (const { outlines } of group) for (const outline of outlines) traceOutline(canvas, outline, view);
    canvas.fillStyle = color;
    canvas.fill('evenodd');
    canvas.stroke();
    canvas.beginPath();
    for (const { dot, code } of group) if (dot && code && shares.has(code)) traceDot(canvas, dot, view);
    canvas.fill();
  }

  canvas.beginPath();
  canvas.arc(width / 2, height / 2, radius, 0, 2 * Math.PI);
  canvas.strokeStyle = colors.rim;
  canvas.lineWidth = 1;
  canvas.stroke();
}

/** One fill for each colour, not for each country. */
function byColor(shares: Shares, largest: number, colors: GlobeColors, hot: Country | null) {
  return Map.groupBy(countries, (country) => {
    if (country === hot) return colors.hot;
    const share = (country.code && shares.get(country.code)) || 0;
    return share > 0 ? (colors.ramp[rampStep(share, largest, colors.ramp.length)] ?? colors.land) : colors.land;
  });
}

function traceOutline(canvas: CanvasRenderingContext2D, points: Points, view: View): void {
  const seen = project(points, view);
  if (!seen) return;
  canvas.moveTo(seen[0] ?? 0, seen[1] ?? 0);
  for (let at = 2; at < seen.length; at += 2) canvas.lineTo(seen[at] ?? 0, seen[at + 1] ?? 0);
  canvas.closePath();
}

function traceLine(canvas: CanvasRenderingContext2D, points: Points, view: View): void {
  for (let at = 0; at + 6 <= points.length; at += 3) {
    const [one, other] = [project(points.subarray(at, at + 3), view), project(points.subarray(at + 3, at + 6), view)];
    if (!one || !other) continue;
    canvas.moveTo(one[0] ?? 0, one[1] ?? 0);
    canvas.lineTo(other[0] ?? 0, other[1] ?? 0);
  }
}

const dotRadius = 2.6;

function traceDot(canvas: CanvasRenderingContext2D, point: Points, view: View): void {
  const seen = project(point, view);
  if (!seen) return;
  canvas.moveTo((seen[0] ?? 0) + dotRadius, seen[1] ?? 0);
  canvas.arc(seen[0] ?? 0, seen[1] ?? 0, dotRadius, 0, 2 * Math.PI);
}
