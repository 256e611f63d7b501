const toFiles = (names: string[]) => names.map((name) => `${name}.test.ts`);

/** Tests that start and stop the program and need no browser; they run in parallel to those that do. */
export const programTests = toFiles(['backup', 'doctor', 'first-operator', 'install', 'setup', 'start', 'verify']);

/** Tests that kill the program many times; only with `npm run test:all`. */
export const killTests = toFiles(['kill', 'kill-points']);
