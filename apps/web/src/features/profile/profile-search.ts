export interface ProfileSearch {
  tab?: 'your-data' | 'sign-in' | 'api';
}

/** The profile's URL parameters. */
export function profileSearch({ tab }: Record<string, unknown>): ProfileSearch {
  return tab === 'your-data' || tab === 'sign-in' || tab === 'api' ? { tab } : {};
}
