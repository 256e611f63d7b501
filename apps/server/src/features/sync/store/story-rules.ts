/** Stories are live for a day, and their metrics can only be fetched meanwhile. */
export const storyLife = 24 * 3_600_000;
/** A fetch this close to the end counts as the final one. */
export const finalSyncWindow = 30 * 60_000;
