/** Points on a unit sphere as x, y, z, x, y, z …; x points to 0° 0°, z to the North Pole. */
export type Points = Float32Array;

export interface View {
  /** Rotation and tilt in degrees, as in d3-geo. */
  turn: number;
  tilt: number;
  /** Pixels from the centre to the rim. */
  radius: number;
  width: number;
  height: number;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

export function toPoints(coordinates: readonly (readonly number[])[]): Points {
  const points = new Float32Array(coordinates.length * 3);
  coordinates.forEach(([longitude = 0, latitude = 0], index) => {
    const [east, north] = [radians(longitude), radians(latitude)];
    points[index * 3] = Math.cos(north) * Math.cos(east);
    points[index * 3 + 1] = Math.cos(north) * Math.sin(east);
    points[index * 3 + 2] = Math.sin(north);
  });
  return points;
}

/**
 * d3-geo's orthographic projection, reimplemented because it runs thirty times a second: x, y, x, y … in pixels. Points
 * behind the rim are moved onto it, so that outlines stay closed, or are NaN for lines. Null when nothing is visible.
 */
export function project(
  points: Points,
  view: View,
  behind: 'on the rim' | 'NaN' = 'on the rim',
  into = new Float32Array((points.length / 3) * 2),
): Float32Array | null {
  const turn = radians(view.turn);
  const tilt = radians(view.tilt);
  const [cosTurn, sinTurn, cosTilt, sinTilt] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)];
  const { radius } = view;
  const [middleX, middleY] = [view.width / 2, view.height / 2];
  let visible = false;
  for (let at = 0, to = 0; at < points.length; at += 3, to += 2) {
    const x = points[at] ?? 0;
    const y = points[at + 1] ?? 0;
    const z = points[at + 2] ?? 0;
    const ahead = x * cosTurn - y * sinTurn;
    let right = x * sinTurn + y * cosTurn;
    let up = z * cosTilt + ahead * sinTilt;
    if (ahead * cosTilt - z * sinTilt > 0) visible = true;
    else {
      const length = behind === 'NaN' ? NaN : Math.sqrt(right * right + up * up) || 1;
      right /= length;
      up /= length;
    }
    into[to] = middleX + right * radius;
    into[to + 1] = middleY - up * radius;
  }
  return visible ? into : null;
}

/** Returns the longitude and latitude under a pixel; null outside the globe. */
export function unproject(x: number, y: number, view: View): [number, number] | null {
  const right = (x - view.width / 2) / view.radius;
  const up = (view.height / 2 - y) / view.radius;
  const square = right * right + up * up;
  if (square > 1) return null;
  const depth = Math.sqrt(1 - square);
  const tilt = radians(view.tilt);
  const z = up * Math.cos(tilt) - depth * Math.sin(tilt);
  const ahead = up * Math.sin(tilt) + depth * Math.cos(tilt);
  const longitude = degrees(Math.atan2(right, ahead)) - view.turn;
  return [((((longitude + 180) % 360) + 360) % 360) - 180, degrees(Math.asin(Math.max(-1, Math.min(1, z))))];
}

export function isWithin(x: number, y: number, outline: Float32Array): boolean {
  let within = false;
  for (let at = 0, before = outline.length - 2; at < outline.length; before = at, at += 2) {
    const [ax, ay, bx, by] = [outline[at] ?? 0, outline[at + 1] ?? 0, outline[before] ?? 0, outline[before + 1] ?? 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}
