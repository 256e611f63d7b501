import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { findPerson } from '../world/people.ts';
import { renderConsent, saveConsent } from './consent.ts';
import { renderProblem } from './provider-pages.ts';
import { renderSignIn } from './sign-in-page.ts';

const Params = z.object({ uid: z.string() });
const Choice = z.object({ email: z.string() });
const Consent = z.looseObject({ decision: z.enum(['allow', 'deny']) });

export function signInRoutes(
  server: FastifyInstance,
  { current, appOrigins }: { current: () => Promise<Provider>; appOrigins: string[] },
): void {
  server.get('/sign-in/:uid', async (request, reply) => {
    const provider = await current();
    const interaction = await getInteraction(provider, request.raw, reply);
    if (!interaction) return lost(reply, appOrigins[0]);
    const client = await provider.Client.find(String(interaction.params['client_id']));
    const application = client?.clientName ?? 'a program';
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    if (interaction.prompt.name === 'consent') return reply.send(renderConsent(interaction, application));
    const hint = interaction.params['login_hint'];
    return reply.send(
      renderSignIn({
        uid: Params.parse(request.params).uid,
        application,
        hint: typeof hint === 'string' ? hint : undefined,
      }),
    );
  });

  server.post('/sign-in/:uid/consent', async (request, reply) => {
    const provider = await current();
    const interaction = await getInteraction(provider, request.raw, reply);
    if (interaction?.prompt.name !== 'consent') return lost(reply, appOrigins[0]);
    const { decision, ...allowed } = Consent.parse(request.body);
    const answer =
      decision === 'allow'
        ? { consent: { grantId: await saveConsent(provider, interaction, Object.keys(allowed)) } }
        : { error: 'access_denied', error_description: 'the person did not agree' };
    return handOver(reply, () =>
      provider.interactionFinished(request.raw, reply.raw, answer, { mergeWithLastSubmission: true }),
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
