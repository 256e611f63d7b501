export const signedInAgainPath = '/signed-in-again';

/** Reaches the page that waits, also where the provider has cut the window off from its opener. */
export const openSignedInAgain = () => new BroadcastChannel('tidemark-signed-in-again');
