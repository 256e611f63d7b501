/** Returns a number from 0 to 1 that is constant per account. */
export function toJitter(accountId: string): number {
  let hash = 0;
  for (const character of accountId) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return hash / 9973;
}
