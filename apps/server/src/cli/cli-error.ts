/** A problem that the user can fix, described in one sentence. */
export class CliError extends Error {}
