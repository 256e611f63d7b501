const inherited = [
  'PATH',
  'NODE_OPTIONS',
  'TEST_CLOCK_OFFSET',
  'LD_PRELOAD',
  'FAKETIME',
  'FAKETIME_DONT_FAKE_MONOTONIC',
];

/** The variables that each process started by a test needs: its programs and its clock. */
export const childEnvironment = Object.fromEntries(
  inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
);
