/** Tests that start, stop and kill the program and need no browser; they run in parallel to those that do. */
export const programTests = [
  'backup',
  'doctor',
  'first-operator',
  'install',
  'kill',
  'kill-points',
  'setup',
  'start',
  'verify',
].map((name) => `${name}.test.ts`);
