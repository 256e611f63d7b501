/** The most accounts that are read one by one; with more, people look for those that stand out. */
export const fewAccounts = 8;
