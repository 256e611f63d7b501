import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import { readInsightRules } from '../instagram-graph/insights/insight-behaviour.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { AccountTimeline } from '../world/account-timeline.ts';
import { dayNumber } from '../world/calendar.ts';
import type { World } from '../world/world.ts';
import { dayTruth, demographicTruth, mediaTruth, windowTruth, worldTruth } from './world-truth.ts';

const Day = z.iso.date();
const OfAccount = z.object({ id: z.string() });
const DayRange = z.object({ from: Day.optional(), to: Day.optional() });
/** An earlier instant to look back at. */
const Past = z.object({ at: z.iso.datetime().optional() });
const Window = z.object({ endDay: Day, days: z.coerce.number().int().min(1).max(730) });

interface TruthDeps {
  world: World;
  clock: SandboxClock;
  faults: Faults;
}

export function truthRoutes(server: FastifyInstance, { world, clock, faults }: TruthDeps): void {
  const reported = ({ account: { id: account } }: AccountTimeline) => ({
    now: clock.now(),
    rules: readInsightRules((fault) => faults.strike(fault, { path: '_sandbox/world', account })),
  });

  function forAccount(params: unknown, reply: FastifyReply, answer: (timeline: AccountTimeline) => unknown): unknown {
    const account = world.findAccount(OfAccount.parse(params).id);
    return account
      ? answer(world.getTimeline(account))
      : reply.code(404).send({ error: 'Account not found in the sandbox.' });
  }

  server.get('/_sandbox/world', () => worldTruth(world, clock.now()));

  server.get('/_sandbox/world/accounts/:id/days', (request, reply) =>
    forAccount(request.params, reply, (timeline) => {
      const { from, to } = DayRange.parse(request.query);
      const today = world.calendar.dayAt(clock.now());
      return dayTruth(
        timeline,
        {
          from: from === undefined ? timeline.firstDay : dayNumber(from),
          to: to === undefined ? today : dayNumber(to),
        },
        reported(timeline),
      );
    }),
  );

  server.get('/_sandbox/world/accounts/:id/windows', (request, reply) =>
    forAccount(request.params, reply, (timeline) => {
      const { endDay, days } = Window.parse(request.query);
      return windowTruth(timeline, { endDay: dayNumber(endDay), days }, reported(timeline));
    }),
  );

  server.get('/_sandbox/world/accounts/:id/media', (request, reply) =>
    forAccount(request.params, reply, (timeline) => {
      const { at } = Past.parse(request.query);
      return mediaTruth(world, timeline, at === undefined ? clock.now() : Math.min(Date.parse(at), clock.now()));
    }),
  );

  server.get('/_sandbox/world/accounts/:id/demographics', (request, reply) =>
    forAccount(request.params, reply, (timeline) =>
      demographicTruth(timeline, world.calendar.dayAt(clock.now()), reported(timeline)),
    ),
  );
}
