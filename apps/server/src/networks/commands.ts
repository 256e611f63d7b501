import type { Config } from '../config/config.ts';

/** The networks' own commands. Like all in this file, they are loaded when they are run. */
export const networkCommands = {
  verify: async () => (await import('./instagram/cli/verify.ts')).verify,
  'evidence export': async () => (await import('./instagram/cli/evidence.ts')).exportEvidence,
  'doctor graph': async () => (await import('./instagram/cli/doctor-graph.ts')).doctorGraph,
};

/** Loads the networks' checks for `doctor`, and for settings that operators enter in the browser. */
export const loadChecks = () => import('./instagram/cli/checks.ts');

/** Loads the networks' part of `setup`. */
export const loadSetup = () => import('./instagram/cli/setup-sections.ts');

/** Loads the networks' part of `tokens revoke`. */
export const loadRevocation = () => import('./instagram/cli/revoke-logins.ts');

/** Loads what replays stored answers, by type of account. */
export async function loadReplayers({ meta }: Config) {
  const [{ createInstagramReplayer }, { createBlueskyReplayer }] = await Promise.all([
    import('./instagram/sync/replay-step.ts'),
    import('./bluesky/connector.ts'),
  ]);
  return { instagram_account: createInstagramReplayer(meta), bluesky_account: createBlueskyReplayer(meta) };
}
