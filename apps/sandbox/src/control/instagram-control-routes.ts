import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { InstagramTokens } from '../instagram-login/instagram-tokens.ts';
import { InstagramChoice, instagramScopes } from '../instagram-login/instagram-tokens.ts';
import type { StateStore } from '../sandbox-state.ts';
import { InstagramType } from '../sandbox-state.ts';
import type { AccountProfile } from '../world/account-profile.ts';
import type { World } from '../world/world.ts';

const username = z.string();
const CodeOrder = InstagramChoice.extend({ username });
const End = z.strictObject({ username, subcode: z.int().default(463) });
const Decline = z.strictObject({ username, scope: z.enum(instagramScopes) });
const Conversion = z.strictObject({ username, type: InstagramType });

/** Makes codes for logins at Instagram, ends such logins, and converts accounts. */
export function instagramControlRoutes(
  server: FastifyInstance,
  { world, store, tokens }: { world: World; store: StateStore; tokens: InstagramTokens },
): void {
  function forAccount(name: string, reply: FastifyReply, answer: (account: AccountProfile) => unknown): unknown {
    const account = world.accounts.find((candidate) => candidate.username === name && candidate.owner !== 'nobody');
    return account ? answer(account) : reply.code(404).send({ error: `No sandbox user owns @${name}.` });
  }
  const done = (change: (account: AccountProfile) => void) => (account: AccountProfile) => {
    change(account);
    return { success: true };
  };

  server.post('/_sandbox/instagram/code', (request, reply) => {
    const { username: name, ...choice } = CodeOrder.parse(request.body);
    return forAccount(name, reply, (account) => ({ code: tokens.code(account, choice), accountId: account.id }));
  });
  server.post('/_sandbox/instagram/end', (request, reply) => {
    const { username: name, subcode } = End.parse(request.body);
    return forAccount(
      name,
      reply,
      done((account) => tokens.invalidate(account, subcode)),
    );
  });
  server.post('/_sandbox/instagram/decline', (request, reply) => {
    const { username: name, scope } = Decline.parse(request.body);
    return forAccount(
      name,
      reply,
      done((account) => tokens.decline(account, scope)),
    );
  });
  server.post('/_sandbox/instagram/convert', (request, reply) => {
    const { username: name, type } = Conversion.parse(request.body);
    return forAccount(
      name,
      reply,
      done(({ id }) => {
        store.state.instagramTypes[id] = type;
        store.save();
      }),
    );
  });
}
