import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FaultName, Faults } from '../faults.ts';
import type { MetaApp } from '../instagram-graph/meta-app.ts';
import { sendWithFaults } from '../instagram-graph/transport-faults.ts';
import type { MediaLinks } from '../pictures/media-links.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { StateStore } from '../sandbox-state.ts';
import type { Person } from '../world/people.ts';
import { findPerson, people } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { appScopedId, typeNow } from './instagram-account.ts';
import { renderInstagramDialog, renderInstagramRefusal } from './instagram-dialog.ts';
import type { InstagramTokens } from './instagram-tokens.ts';
import { instagramScopes } from './instagram-tokens.ts';

const text = z.string().default('');
const Asked = z.looseObject({
  client_id: text,
  redirect_uri: text,
  response_type: text,
  scope: text,
  state: text,
  as: text,
});
const Answered = z.looseObject({ answer: text, account: text, email: text, redirectUri: text, state: text });
const Exchange = z.looseObject({
  client_id: text,
  client_secret: text,
  grant_type: text,
  redirect_uri: text,
  code: text,
});

interface Deps {
  appOrigins: string[];
  app: MetaApp;
  store: StateStore;
  tokens: InstagramTokens;
  world: World;
  links: MediaLinks;
  clock: SandboxClock;
  faults: Faults;
  signedInAt: (request: FastifyRequest['raw'], reply: FastifyReply['raw']) => Promise<Person | undefined>;
}

/** Serves www.instagram.com/oauth/authorize and api.instagram.com/oauth/access_token. */
export function instagramLoginRoutes(server: FastifyInstance, deps: Deps): void {
  const { appOrigins, app, store, tokens, world, links, clock, faults, signedInAt } = deps;
  const isRegistered = (uri: string) => appOrigins.some((origin) => uri === `${origin}/connect/instagram`);

  const send = (reply: FastifyReply, markup: string, status = 200) =>
    reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(markup);

  function findProblem(asked: z.infer<typeof Asked>): string | undefined {
    const scopes = asked.scope.split(',');
    if (asked.client_id !== app.instagramId)
      return 'Invalid Request: Request parameters are invalid: Invalid platform app';
    if (!isRegistered(asked.redirect_uri))
      return 'Invalid Request: Request parameters are invalid: Invalid redirect_uri';
    if (asked.response_type !== 'code') return 'Invalid Request: response_type must be code';
    const known: readonly string[] = instagramScopes;
    return scopes.every((scope) => known.includes(scope)) ? undefined : 'Invalid Scopes';
  }

  server.get('/instagram-www/oauth/authorize', async (request, reply) => {
    const asked = Asked.parse(request.query);
    const problem = findProblem(asked);
    if (problem !== undefined) return send(reply, renderInstagramRefusal(problem), 400);
    const person = findPerson({ email: asked.as }) ?? (await signedInAt(request.raw, reply.raw)) ?? people[0];
    if (!person) return send(reply, renderInstagramRefusal('User not found.'), 500);
    // Accounts without a page come first: they have no other way.
    const accounts = world.ownAccountsOf(person).toSorted((one, other) => Number(one.hasPage) - Number(other.hasPage));
    return send(
      reply,
      renderInstagramDialog({
        person,
        accounts: accounts.map((account) => ({
          ...account,
          kind: `${typeNow(store, account)}${account.hasPage ? '' : ', no Facebook Page'}`,
          picture: links.sign(`/avatars/${account.id}.jpg`, clock.now()),
        })),
        scopes: asked.scope.split(','),
        hidden: { email: person.email, redirectUri: asked.redirect_uri, state: asked.state },
      }),
    );
  });

  server.post('/instagram-www/oauth/authorize', (request, reply) => {
    const answered = Answered.parse(request.body);
    const account = world.findAccount(answered.account);
    if (!isRegistered(answered.redirectUri) || account?.owner !== findPerson({ email: answered.email })?.key)
      return send(reply, renderInstagramRefusal('Invalid Request: Request parameters are invalid'), 400);
    const without = instagramScopes.filter((scope) => answered[`scope-${scope}`] === undefined);
    const target = new URL(answered.redirectUri);
    const result: Record<string, string> =
      answered.answer === 'allow' && account
        ? { code: tokens.code(account, { without, redirectUri: answered.redirectUri }) }
        : {
            error: 'access_denied',
            error_reason: 'user_denied',
            error_description: 'The user denied your request.',
          };
    for (const [name, value] of Object.entries({ ...result, state: answered.state }))
      target.searchParams.set(name, value);
    return reply.redirect(`${target.href}#_`, 302);
  });

  server.post('/instagram-api/oauth/access_token', (request, reply) => {
    const given = Exchange.parse(request.body);
    const refuse = (message: string, status = 400) =>
      reply.code(status).send({ error_type: 'OAuthException', code: status, error_message: message });
    const strike = (fault: FaultName) => faults.strike(fault, { path: '/oauth/access_token' });
    if (strike('service')) return reply.code(500).send('Oops, an error occurred.');
    if (given.client_id !== app.instagramId) return refuse('Invalid platform app');
    if (given.grant_type !== 'authorization_code') return refuse('Invalid grant_type');
    const exchanged = tokens.exchangeCode(given.code, {
      redirectUri: given.redirect_uri,
      isSecretKnown: given.client_secret === app.instagramSecret,
    });
    if (typeof exchanged === 'string') return refuse(exchanged);
    const { token, account, scopes } = exchanged;
    // The documentation wraps the answer in a list; recordings are flat, with an ID beyond 2^53 as a number.
    const isWrapped = strike('instagram-token-in-data') !== undefined;
    const granted = `"access_token":${JSON.stringify(token)},"user_id":${appScopedId(account)}`;
    const body = isWrapped
      ? `{"data":[{${granted},"permissions":"${scopes.join(',')}"}]}`
      : `{${granted},"permissions":${JSON.stringify(scopes)}}`;
    return sendWithFaults(reply.type('application/json; charset=utf-8'), body, strike);
  });
}
