export interface ProfileSearch {
  tab?: 'your-data';
}

/** The profile's URL parameters. */
export function profileSearch({ tab }: Record<string, unknown>): ProfileSearch {
  return tab === 'your-data' ? { tab } : {};
}
