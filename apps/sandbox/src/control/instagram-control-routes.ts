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
  function addChange<Order extends { username: string }>(
    name: string,
    schema: z.ZodType<Order>,
    change: (account: AccountProfile, order: Order) => void,
  ): void {
    server.post(`/_sandbox/instagram/${name}`, (request, reply) => {
      const order = schema.parse(request.body);
      return forAccount(order.username, reply, (account) => {
        change(account, order);
        return { success: true };
      });
    });
  }

  server.post('/_sandbox/instagram/code', (request, reply) => {
    const { username: name, ...choice } = CodeOrder.parse(request.body);
    return forAccount(name, reply, (account) => ({ code: tokens.code(account, choice), accountId: account.id }));
  });
  addChange('end', End, (account, { subcode }) => tokens.invalidate(account, subcode));
  addChange('decline', Decline, (account, { scope }) => tokens.decline(account, scope));
  addChange('convert', Conversion, ({ id }, { type }) => {
    store.state.instagramTypes[id] = type;
    store.save();
  });
}
