/** Stays open: the server draws before the user can move. */
export const firstMove = new Promise<void>(() => undefined);
