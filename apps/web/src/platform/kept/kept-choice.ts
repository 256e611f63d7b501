import { remember, useStored } from '#web/ui/stored.ts';

const key = 'tidemark-keep';

/** Returns whether this browser keeps the app and its last figures for opening them offline. */
export const useKeepChoice = () => useStored(key) !== 'no';

export function setKeepChoice(keep: boolean) {
  remember(key, keep ? null : 'no');
}
