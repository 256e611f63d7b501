import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { BlueskyWorld } from '../bluesky/bluesky-world.ts';
import type { OAuthServer } from '../bluesky/oauth-server.ts';
import type { Faults } from '../faults.ts';
import { FaultRule } from '../faults.ts';
import type { IdentityProvider } from '../identity-provider/identity-provider.ts';
import { TokenOverrides } from '../identity-provider/made-token.ts';
import type { AccessTokens } from '../instagram-graph/access-tokens.ts';
import type { CallLedger } from '../instagram-graph/call-ledger.ts';
import type { CallUsage } from '../instagram-graph/call-usage.ts';
import type { InstagramTokens } from '../instagram-login/instagram-tokens.ts';
import { LoginChoice } from '../instagram-graph/login/login-choice.ts';
import type { MetaApp } from '../instagram-graph/meta-app.ts';
import type { PageSubscriptions } from '../instagram-graph/page-subscriptions.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { StateStore } from '../sandbox-state.ts';
import type { Person } from '../world/people.ts';
import { findPerson } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { renderControlPage } from './control-page.ts';
import { blueskyControlRoutes } from './bluesky-control-routes.ts';
import { instagramControlRoutes } from './instagram-control-routes.ts';
import { truthRoutes } from './truth-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

const ClockMove = z.union([
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  z.strictObject({ advanceSeconds: z.number() }),
  z.strictObject({ reset: z.literal(true) }),
]);
const TokenOrder = z.strictObject({ email: z.string(), overrides: TokenOverrides.optional() });
const CodeOrder = LoginChoice.extend({ email: z.string() });
const Expiry = z.strictObject({ email: z.string(), subcode: z.int().nullable().default(463) });
const LedgerFilter = z.object({ since: z.string().optional(), account: z.string().optional() });

interface ControlDeps {
  world: World;
  bluesky: BlueskyWorld;
  blueskyOAuth: OAuthServer;
  clock: SandboxClock;
  ledger: CallLedger;
  usage: CallUsage;
  faults: Faults;
  tokens: AccessTokens;
  instagramTokens: InstagramTokens;
  store: StateStore;
  identity: IdentityProvider;
  app: MetaApp;
  subscriptions: PageSubscriptions;
  environment: Record<string, string>;
}

export function controlRoutes(server: FastifyInstance, deps: ControlDeps): void {
  const { world, clock, store, ledger, usage, faults, tokens, identity, app, subscriptions, environment } = deps;

  server.get('/_sandbox', (_request, reply) => reply.type('text/html; charset=utf-8').send(renderControlPage(deps)));
  server.get('/', (_request, reply) => reply.redirect('/_sandbox'));
  server.get('/_sandbox/environment', () => environment);

  server.get('/_sandbox/ledger', (request) => ledger.read(LedgerFilter.parse(request.query)));
  server.delete('/_sandbox/ledger', () => {
    ledger.clear();
    usage.reset();
    return { success: true };
  });

  server.get('/_sandbox/faults', () => ({ rules: faults.rules() }));
  server.post('/_sandbox/faults', (request) => {
    faults.set(z.strictObject({ rules: z.array(FaultRule) }).parse(request.body).rules);
    return { rules: faults.rules() };
  });
  server.delete('/_sandbox/faults', () => {
    faults.clear();
    return { rules: [] };
  });

  const clockState = () => ({
    now: new Date(clock.now()).toISOString(),
    offsetSeconds: Math.round((clock.now() - clock.real()) / 1000),
  });
  server.get('/_sandbox/clock', clockState);
  server.post('/_sandbox/clock', (request) => {
    const move = ClockMove.parse(request.body);
    if ('now' in move) clock.moveTo(Date.parse(move.now));
    else if ('advanceSeconds' in move) clock.advance(move.advanceSeconds * 1000);
    else clock.reset();
    return clockState();
  });

  server.post('/_sandbox/tokens', (request, reply) => {
    const { email, overrides } = TokenOrder.parse(request.body);
    return forPerson(email, reply, (person) => identity.makeTokens(person, overrides));
  });
  server.post('/_sandbox/meta/code', (request, reply) => {
    const { email, ...choice } = CodeOrder.parse(request.body);
    return forPerson(email, reply, (person) => ({ code: tokens.code(person, choice) }));
  });
  server.post('/_sandbox/meta/expire', (request, reply) => {
    const { email, subcode } = Expiry.parse(request.body);
    return forPerson(email, reply, (person) => {
      tokens.invalidate(person, subcode);
      return { success: true };
    });
  });

  instagramControlRoutes(server, { world, store, tokens: deps.instagramTokens });
  blueskyControlRoutes(server, deps);
  truthRoutes(server, { world, clock, faults });
  webhookRoutes(server, { app, clock, world, subscriptions });
}

function forPerson(email: string, reply: FastifyReply, answer: (person: Person) => unknown): unknown {
  const person = findPerson({ email });
  return person ? answer(person) : reply.code(404).send({ error: `No sandbox user has the email ${email}.` });
}
