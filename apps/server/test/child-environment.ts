const inherited = ['PATH', 'LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'];

/** The variables that each process started by a test needs. */
export const childEnvironment = Object.fromEntries(
  inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
);

/** Node's arguments for programs: the tests' clock, which the processes that they start inherit. */
export const childArguments = (process.env['NODE_OPTIONS'] ?? '').split(' ').filter(Boolean);
