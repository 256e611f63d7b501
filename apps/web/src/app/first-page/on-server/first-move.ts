/** Nobody moves while the server draws. */
export const firstMove = new Promise<void>(() => undefined);
