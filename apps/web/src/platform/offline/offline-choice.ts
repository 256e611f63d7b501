import { remember, useStored } from '#web/ui/stored.ts';

const key = 'tidemark-offline';

/** Returns whether the user lets this browser store the app and its data for offline use. */
export const useOfflineChoice = () => useStored(key) !== 'off';

export function setOfflineChoice(isOn: boolean) {
  remember(key, isOn ? null : 'off');
}
