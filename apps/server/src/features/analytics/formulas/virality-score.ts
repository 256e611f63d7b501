export interface ViralityInput {
  reach: number;
  shares: number;
  saves: number;
  comments: number;
  /** New followers, and the people who could have become followers. */
  conversions: number;
  convertible: number;
}

/** Each part's weight, and the rate at which it reaches its maximum. */
const parts = { shares: [0.4, 0.02], saves: [0.3, 0.03], comments: [0.2, 0.01], conversion: [0.1, 0.05] } as const;

/** Scores 0 to 100: shares, saves and comments per person reached, and new followers per non-follower reached. */
export function viralityScore({ reach, shares, saves, comments, conversions, convertible }: ViralityInput): number {
  return (
    100 *
    (marks(parts.shares, shares, reach) +
      marks(parts.saves, saves, reach) +
      marks(parts.comments, comments, reach) +
      marks(parts.conversion, conversions, convertible))
  );
}

function marks([weight, full]: readonly [number, number], count: number, people: number): number {
  if (people <= 0 || count <= 0) return 0;
  return weight * Math.min(count / people / full, 1);
}
