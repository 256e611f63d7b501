import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** True on the server, and while React takes over what the server has drawn: it must first draw the same. */
export const useTakingOver = () =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
