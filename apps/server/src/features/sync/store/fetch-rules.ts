/** Days end one second before the next midnight; with rule 1 they ended at midnight and may cover two days. */
export const windowRule = 2;

/** A day's reach is its total; with rule 2 it came from a series, which may be filed by another day. */
export const dayRule = 3;
