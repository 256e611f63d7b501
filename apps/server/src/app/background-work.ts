import { readUser } from '../features/auth/index.ts';
import { startAccessCheck, startProcessReports } from '../features/live/index.ts';
import { createNightlyRun } from '../platform/nightly/nightly.ts';
import { type BoundWork, type RunningWork, startWork } from '../platform/work/run-work.ts';
import { defineSchedule } from '../platform/work/work.ts';
import { countEncrypted, deleteAccountContent, features, listRetentionPolicies } from './features.ts';
import type { Parts } from './services.ts';
import { tryKeys } from '../networks/networks.ts';

type FeatureWork = (typeof features)[number]['work'][number];

/** All background work: the features', and what every feature's data needs. */
export const allWork = [
  ...features.flatMap(({ work }): readonly FeatureWork[] => work),
  defineSchedule({
    name: 'retention',
    label: 'Delete expired data',
    remedy: 'The log names what could not be deleted. It is tried again tomorrow.',
    everySeconds: 600,
    prepare: (services: Parts) =>
      createNightlyRun(services, [
        ...services.networkRetention,
        ...listRetentionPolicies({
          ...services,
          storyDays: services.config.storyRetentionDays,
          answerDays: services.config.answerRetentionDays,
          session: services.config.session,
        }),
      ]),
  }),
];

/** Starts what runs without a request. A process that only serves just maintains its streams. */
export async function startBackgroundWork(
  parts: Parts,
  { work, pollIntervalSeconds: pollSeconds }: { work: boolean; pollIntervalSeconds: number | undefined },
): Promise<RunningWork> {
  const { db, streams, clock, log } = parts;
  const stopChecking = startAccessCheck({
    db,
    streams,
    log,
    async onRoleChange(userId) {
      const { user } = await readUser(db, { userId });
      streams.deliver({ to: 'user', userId, event: { type: 'user-update', user } });
    },
  });
  const stopReporting = startProcessReports({ db, streams, clock, log });
  const services = { ...parts, countEncrypted, tryKeys, deleteUserContent: deleteAccountContent };
  const bound = allWork.map((one): BoundWork => ({ ...one, prepare: (lifetime) => one.prepare(services, lifetime) }));
  const running = work ? await startWork(bound, { db, clock, log, pollSeconds }) : null;
  return {
    wake: (name) => running?.wake(name),
    async stop() {
      await Promise.all([running?.stop(), stopChecking(), stopReporting()]);
    },
  };
}
