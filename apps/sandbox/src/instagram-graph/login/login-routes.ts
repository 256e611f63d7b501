import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { MediaLinks } from '../../pictures/media-links.ts';
import type { SandboxClock } from '../../sandbox-clock.ts';
import { barePages } from '../../world/accounts.ts';
import type { Person } from '../../world/people.ts';
import { findPerson, people } from '../../world/people.ts';
import type { World } from '../../world/world.ts';
import type { AccessTokens } from '../access-tokens.ts';
import type { MetaApp } from '../meta-app.ts';
import { dialogVariants } from './login-choice.ts';
import type { SharedPage } from './login-dialog.ts';
import { renderDialog, renderHandBack, renderRefusal } from './login-dialog.ts';
import { loginSdk } from './login-sdk.ts';

const text = z.string().default('');
const InsightContext = z.object({
  client_id: text,
  config_id: text,
  redirect_uri: text,
  state: text,
  origin: text,
  mark: text,
  display: text,
  as: text,
});
const ResponseInfo = z.looseObject({
  answer: text,
  email: text,
  login: text,
  configId: text,
  redirectUri: text,
  state: text,
  origin: text,
  mark: text,
  display: text,
});

interface Deps {
  origin: string;
  appOrigins: string[];
  app: MetaApp;
  tokens: AccessTokens;
  world: World;
  links: MediaLinks;
  clock: SandboxClock;
  signedInAt: (request: FastifyRequest['raw'], reply: FastifyReply['raw']) => Promise<Person | undefined>;
}

export function loginRoutes(server: FastifyInstance, deps: Deps): void {
  const { origin, appOrigins, app, tokens, signedInAt } = deps;

  /** Returns the reason why a login cannot continue, in words for the person who set up the application. */
  function problemWith(query: {
    configId: string;
    redirectUri: string;
    origin: string;
    display: string;
  }): string | undefined {
    if (query.configId !== app.configId) return 'The login configuration (config_id) is unknown.';
    if (query.display === 'popup')
      return appOrigins.includes(query.origin)
        ? undefined
        : `JSSDK Unknown Host domain: ${query.origin} is not among the allowed domains.`;
    const isAllowed = URL.canParse(query.redirectUri) && appOrigins.includes(new URL(query.redirectUri).origin);
    return isAllowed ? undefined : 'URL blocked: the redirect address is not among the valid OAuth redirect addresses.';
  }

  const send = (reply: FastifyReply, markup: string, status = 200) =>
    reply.code(status).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(markup);

  server.get('/sdk.js', (_request, reply) =>
    reply
      .type('application/javascript; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=1200')
      .send(loginSdk(origin)),
  );

  server.get('/:version/dialog/oauth', async (request, reply) => {
    const query = InsightContext.parse(request.query);
    const dialog = {
      configId: query.config_id,
      state: query.state,
      redirectUri: query.redirect_uri,
      origin: query.origin,
      mark: query.mark,
      display: query.display,
    };
    if (query.as === '' && query.client_id !== app.id)
      return send(reply, renderRefusal('Invalid App ID: the provided app ID does not look like a valid app ID.'), 400);
    const problem = problemWith(dialog);
    if (problem !== undefined) return send(reply, renderRefusal(problem), 400);
    const person = findPerson({ email: query.as }) ?? (await signedInAt(request.raw, reply.raw)) ?? people[0];
    if (!person) return send(reply, renderRefusal('User not found.'), 500);
    return send(
      reply,
      renderDialog({
        person,
        shared: sharedPages(person, deps),
        request: dialog,
        action: request.url.split('?')[0] ?? '',
      }),
    );
  });

  server.post('/:version/dialog/oauth', async (request, reply) => {
    const answered = ResponseInfo.parse(request.body);
    const person = findPerson({ email: answered.email });
    const problem = person ? problemWith(answered) : 'User not found.';
    if (!person || problem !== undefined) return send(reply, renderRefusal(problem ?? ''), 400);
    const excludedPages = sharedPages(person, deps)
      .map(({ id }) => id)
      .filter((id) => answered[`page-${id}`] === undefined);
    const code =
      answered.answer === 'continue'
        ? tokens.code(person, {
            ...dialogVariants[answered.login]?.choice,
            excludedPages,
            redirectUri: answered.redirectUri,
          })
        : undefined;
    if (answered.display === 'popup')
      return send(reply, renderHandBack({ origin: answered.origin, mark: answered.mark, code }));
    const target = new URL(answered.redirectUri);
    const result: Record<string, string> =
      code === undefined
        ? {
            error: 'access_denied',
            error_code: '200',
            error_description: 'Permissions error',
            error_reason: 'user_denied',
          }
        : { code };
    for (const [name, value] of Object.entries({ ...result, ...(answered.state !== '' && { state: answered.state }) }))
      target.searchParams.set(name, value);
    return reply.redirect(`${target.href}#_=_`, 302);
  });
}

function sharedPages(person: Person, { world, links, clock }: Deps): SharedPage[] {
  const now = clock.now();
  const withAccount = world.accountsOf(person).map((account): SharedPage => ({
    id: account.pageId,
    name: account.name,
    username: account.username,
    followers: world.getTimeline(account).followersAt(now),
    picture: links.sign(`/avatars/${account.id}.jpg`, now),
  }));
  const bare = barePages
    .filter(({ owner }) => owner === person.key)
    .map(({ id, name }): SharedPage => ({ id, name, username: undefined, followers: undefined, picture: undefined }));
  return [...withAccount, ...bare];
}
