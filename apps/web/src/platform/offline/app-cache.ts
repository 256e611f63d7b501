/** A page that the server sends without a first frame, so the stored document contains no names and suits every URL. */
export const offlineDocument = '/profile';

/** Each build has a cache of its own, named after its entry script, so files of two builds never mix. */
export const toCacheName = (entryScript: string) => `tidemark ${entryScript}`;
