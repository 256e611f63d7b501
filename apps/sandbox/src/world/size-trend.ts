import type { AccountProfile } from './account-profile.ts';
import { chance } from './chance.ts';

/**
 * Returns the size an account tends towards, a smooth curve with slowdowns; actual followers are counted day by day.
 */
export function sizeTrend(account: AccountProfile, daysSinceStart: number): number {
  const progress = progressAt(account, daysSinceStart / account.history);
  return account.followers * account.startShare ** (1 - progress);
}

function progressAt(account: AccountProfile, share: number): number {
  if (share > 1) return 1 + 0.35 * Math.log1p(share - 1);
  const waves = 0.8 + chance(account.seed, 1, 1) * 0.9;
  const phase = chance(account.seed, 1, 2) * 2 * Math.PI;
  const swing = 0.075;
  const wave = (at: number) => swing * Math.sin(2 * Math.PI * waves * at + phase);
  return share + wave(share) - (1 - share) * wave(0) - share * wave(1);
}
