/** A page without a frame of its own, so that the kept document contains no names and suits every address. */
export const keptDocument = '/profile';

/** Names the cache after the build's entry script, so that no build finds another's files. */
export const toCacheName = (entryScript: string) => `tidemark ${entryScript}`;
