/** Pseudorandom numbers: a pure function of their key, and so independent of call order. */

export function toSeed(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Returns a uniform number in [0, 1) for a seed, a position (a day, an item) and a channel (the number's purpose). */
export function chance(seed: number, position: number, channel: number): number {
  const bits = mix(mix(seed ^ Math.imul(position + 0x9e3779b9, 0x85ebca6b)) ^ Math.imul(channel + 1, 0xc2b2ae35));
  return bits / 0x100000000;
}

/** Returns a bell-shaped number around 0 with a standard deviation of 1, cut off at ±3.46. */
function bell(seed: number, position: number, channel: number): number {
  let sum = -2;
  for (let part = 0; part < 4; part += 1) sum += chance(seed, position, channel * 4 + part + 1000);
  return sum * Math.sqrt(3);
}

/** Returns a log-normal factor with median 1; `spread` is its sigma. */
export function factor(seed: number, position: number, channel: number, spread: number): number {
  return Math.exp(bell(seed, position, channel) * spread);
}

/** Rounds up with the fraction's probability, so that small expectations still yield whole people. */
export function toWhole(expected: number, dice: number): number {
  return expected <= 0 ? 0 : Math.floor(expected + dice);
}

export function pick<Item>(items: readonly Item[], dice: number): Item {
  const item = items[Math.min(items.length - 1, Math.floor(dice * items.length))];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
