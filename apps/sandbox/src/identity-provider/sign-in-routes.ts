import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { findPerson } from '../world/people.ts';
import { apiAudience, grantedScope } from './claims.ts';
import { renderProblem } from './provider-pages.ts';
import { renderSignIn } from './sign-in-page.ts';

const Params = z.object({ uid: z.string() });
const Choice = z.object({ email: z.string() });

export function signInRoutes(
  server: FastifyInstance,
  { current, appOrigins }: { current: () => Promise<Provider>; appOrigins: string[] },
): void {
  server.get('/sign-in/:uid', async (request, reply) => {
    const provider = await current();
    const interaction = await getInteraction(provider, request.raw, reply);
    if (!interaction) return lost(reply, appOrigins[0]);
    if (interaction.prompt.name === 'consent') {
      const accountId = interaction.session?.accountId;
      const grant = new provider.Grant({
        clientId: String(interaction.params['client_id']),
        ...(accountId !== undefined && { accountId }),
      });
      grant.addOIDCScope(grantedScope);
      grant.addResourceScope(apiAudience, grantedScope);
      const consent = { grantId: await grant.save() };
      return handOver(reply, () =>
        provider.interactionFinished(request.raw, reply.raw, { consent }, { mergeWithLastSubmission: true }),
      );
    }
    const hint = interaction.params['login_hint'];
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(
        renderSignIn({
          uid: Params.parse(request.params).uid,
          application: 'Tidemark',
          hint: typeof hint === 'string' ? hint : undefined,
        }),
      );
  });

  server.post('/sign-in/:uid', async (request, reply) => {
    const provider = await current();
    const person = findPerson({ email: Choice.parse(request.body).email });
    if (!person || !(await getInteraction(provider, request.raw, reply))) return lost(reply, appOrigins[0]);
    const login = { accountId: person.subject, remember: true };
    return handOver(reply, () =>
      provider.interactionFinished(request.raw, reply.raw, { login }, { mergeWithLastSubmission: false }),
    );
  });
}

function getInteraction(
  provider: Provider,
  request: Parameters<Provider['interactionDetails']>[0],
  reply: FastifyReply,
) {
  return provider.interactionDetails(request, reply.raw).catch(() => undefined);
}

async function handOver(reply: FastifyReply, answer: () => Promise<void>): Promise<FastifyReply> {
  reply.hijack();
  await answer();
  return reply;
}

function lost(reply: FastifyReply, appOrigin: string | undefined): FastifyReply {
  return reply
    .code(400)
    .type('text/html; charset=utf-8')
    .send(
      renderProblem(
        'interaction_not_found',
        'This sign-in is complete or has expired. Start again from the application.',
        appOrigin,
      ),
    );
}
