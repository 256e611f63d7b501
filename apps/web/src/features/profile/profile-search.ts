const tabs = ['your-data', 'sign-in', 'notifications', 'sharing', 'api'] as const;
type ProfileTab = (typeof tabs)[number];

export interface ProfileSearch {
  tab?: ProfileTab;
}

const isTab = (tab: unknown): tab is ProfileTab => tabs.some((one) => one === tab);

/** The profile's URL parameters. */
export function profileSearch({ tab }: Record<string, unknown>): ProfileSearch {
  return isTab(tab) ? { tab } : {};
}
