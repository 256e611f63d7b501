export const signedInAgainPath = '/signed-in-again';

/** Reaches the waiting page even if the provider has cut the window off from its opener. */
export const openSignedInAgain = () => new BroadcastChannel('tidemark-signed-in-again');
