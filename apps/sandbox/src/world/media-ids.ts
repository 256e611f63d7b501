/**
 * A media id encodes its place (account, day, slot, child), shuffled to look like Instagram's. Any id can be looked up
 * without an index, and an invented one is recognised.
 */
export interface MediaPlace {
  account: number;
  day: number;
  slot: number;
  /** 0 is the media item itself, 1 to 9 its children. */
  child: number;
}

const space = 100_000_000_000_000n;
const stretch = 71_828_182_845_901n;
const shift = 31_415_926_535_897n;
const unstretch = inverse(stretch, space);

export function mediaId({ account, day, slot, child }: MediaPlace): string {
  const packed = ((account * 100_000 + day) * 100 + slot) * 10 + child;
  const check = (packed * 7 + account) % 97;
  const plain = BigInt(packed) * 100n + BigInt(check);
  const mixed = (plain * stretch + shift) % space;
  return `${packed % 3 === 0 ? '180' : '179'}${mixed.toString().padStart(14, '0')}`;
}

export function toPlace(id: string): MediaPlace | undefined {
  if (!/^(179|180)\d{14}$/.test(id)) return undefined;
  const plain = ((BigInt(id.slice(3)) - shift + space) * unstretch) % space;
  const packed = Number(plain / 100n);
  const account = Math.floor(packed / 100_000_000);
  const place = {
    account,
    day: Math.floor(packed / 1000) % 100_000,
    slot: Math.floor(packed / 10) % 100,
    child: packed % 10,
  };
  return mediaId(place) === id ? place : undefined;
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [oldRest, rest, oldFactor, factor] = [value, modulus, 1n, 0n];
  while (rest !== 0n) {
    const quotient = oldRest / rest;
    [oldRest, rest] = [rest, oldRest - quotient * rest];
    [oldFactor, factor] = [factor, oldFactor - quotient * factor];
  }
  return ((oldFactor % modulus) + modulus) % modulus;
}
