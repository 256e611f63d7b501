export interface NamedShare {
  name: string;
  count: number;
  /** Percentage of all names' occurrences. */
  share: number;
}

export const shownNames = 5;

/** Ranks names by use: strips their marks, merges them ignoring case, then puts one mark in front. */
export function rankNames(counts: Readonly<Record<string, number>>, mark: '#' | '@'): NamedShare[] {
  const sums = new Map<string, { name: string; count: number }>();
  for (const [written, count] of Object.entries(counts)) {
    const bare = written
      .trim()
      .replace(/^[@#]+/, '')
      .trim();
    if (bare === '' || !Number.isFinite(count) || count <= 0) continue;
    const known = sums.get(bare.toLowerCase());
    sums.set(bare.toLowerCase(), { name: known?.name ?? mark + bare, count: (known?.count ?? 0) + count });
  }
  const all = [...sums.values()].reduce((sum, { count }) => sum + count, 0);
  return [...sums.values()]
    .toSorted((one, other) => other.count - one.count)
    .map(({ name, count }) => ({ name, count, share: (count / all) * 100 }));
}

/** Returns the five with the largest share. */
export function topNames(counts: Readonly<Record<string, number>>, mark: '#' | '@'): NamedShare[] {
  return rankNames(counts, mark).slice(0, shownNames);
}

/** Drops mentioned accounts that are also collaborators, who are listed separately. */
export function withoutNames(
  counts: Readonly<Record<string, number>>,
  others: Readonly<Record<string, number>>,
): Record<string, number> {
  const known = new Set(rankNames(others, '@').map(({ name }) => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(counts).filter(([written]) => {
      const [named] = rankNames({ [written]: 1 }, '@');
      return named !== undefined && !known.has(named.name.toLowerCase());
    }),
  );
}

export const namePanels = ['hashtags', 'mentions', 'collabs'] as const;
export type NamePanel = (typeof namePanels)[number];

/** Returns the selected panel if it has content, else the first that has; null when the user closed it. */
export function openPanel(chosen: NamePanel | 'none' | null, filled: readonly NamePanel[]): NamePanel | null {
  if (chosen === 'none') return null;
  if (chosen && filled.includes(chosen)) return chosen;
  return namePanels.find((panel) => filled.includes(panel)) ?? null;
}
