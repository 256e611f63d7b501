import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listTimes } from '../bluesky/bluesky-account.ts';
import type { BlueskyAccount, BlueskyWorld } from '../bluesky/bluesky-world.ts';
import type { OAuthServer } from '../bluesky/oauth-server.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import { BlueskyStatus } from '../sandbox-state.ts';

const Named = z.object({ actor: z.string() });
const Change = z.strictObject({
  handle: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .optional(),
  status: BlueskyStatus.optional(),
  hasMoved: z.boolean().optional(),
  deleted: z.string().optional(),
});

/** Lists accounts and posts at Bluesky, and changes accounts as their owners and servers do. */
export function blueskyControlRoutes(
  server: FastifyInstance,
  { bluesky, blueskyOAuth, clock }: { bluesky: BlueskyWorld; blueskyOAuth: OAuthServer; clock: SandboxClock },
): void {
  const toShown = ({ profile, ...account }: BlueskyAccount) => ({ ...account, owner: profile.owner });

  server.get('/_sandbox/bluesky', () => ({
    accounts: bluesky.listAccounts().map(toShown),
    sessions: blueskyOAuth.countSessions(),
  }));
  server.get('/_sandbox/bluesky/:actor', (request, reply) => {
    const { actor } = Named.parse(request.params);
    const account = bluesky.findAccount(actor);
    if (!account) return reply.code(404).send({ error: `Bluesky has no account ${actor}.` });
    const count = (post: Parameters<typeof listTimes>[0], kind: Parameters<typeof listTimes>[1]) =>
      listTimes(post, kind, clock.now()).length;
    const posts = bluesky.listPosts(account).map((post) => ({
      rkey: post.rkey,
      at: new Date(post.at).toISOString(),
      likes: count(post, 'likes'),
      replies: count(post, 'replies'),
      quotes: count(post, 'quotes'),
      reposts: count(post, 'reposts'),
    }));
    return { ...toShown(account), followers: bluesky.followersAt(account), posts };
  });
  server.post('/_sandbox/bluesky/:actor', (request, reply) => {
    const { actor } = Named.parse(request.params);
    const account = bluesky.findAccount(actor);
    if (!account) return reply.code(404).send({ error: `Bluesky has no account ${actor}.` });
    bluesky.change(account, Change.parse(request.body));
    return { success: true };
  });
}
