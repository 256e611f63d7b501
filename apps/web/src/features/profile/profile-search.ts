/** In page order, after the Overview. */
export const profileTabs = ['your-data', 'sign-in', 'team', 'notifications', 'sharing', 'api'] as const;
export type ProfileTab = (typeof profileTabs)[number];

export interface ProfileSearch {
  tab?: ProfileTab;
  /** Secret from the link mailed to the user's new address. */
  confirm?: string;
  /** Secret from an invitation to a workspace. */
  invitation?: string;
  /** Set if the password has just been reset. */
  reset?: 'done';
}

const isTab = (tab: unknown): tab is ProfileTab => profileTabs.some((one) => one === tab);

/** The profile's URL parameters. */
export function profileSearch({ tab, confirm, invitation, reset }: Record<string, unknown>): ProfileSearch {
  return {
    ...(isTab(tab) && { tab }),
    ...(typeof confirm === 'string' && { confirm }),
    ...(typeof invitation === 'string' && { invitation }),
    ...(reset === 'done' && { reset }),
  };
}
