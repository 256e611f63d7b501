import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import { chance, pick } from '../world/chance.ts';
import { people } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { drawAvatar, drawPortrait } from './avatars.ts';
import type { MediaLinks } from './media-links.ts';
import { palettes, turned } from './palette.ts';
import { createRenderer } from './render.ts';
import { drawScene } from './scenes.ts';

const Named = z.object({ name: z.string() });
const Signed = z.object({ oe: z.string().optional(), oh: z.string().optional() });

interface Deps {
  world: World;
  links: MediaLinks;
  clock: SandboxClock;
  faults: Faults;
}

export function pictureRoutes(server: FastifyInstance, { world, links, clock, faults }: Deps): void {
  const renderer = createRenderer();

  /** Returns the CDN's error for an expired or foreign URL; undefined serves the picture. */
  function refusal(request: FastifyRequest): string | undefined {
    const { oe, oh } = Signed.parse(request.query);
    const path = request.url.split('?')[0] ?? '';
    if (faults.strike('expired-media-urls', { path })) return 'URL signature expired';
    const state = links.state(path, oe, oh, clock.now());
    return state === 'good' ? undefined : state === 'expired' ? 'URL signature expired' : 'Bad URL hash';
  }

  const withoutEnding = (request: FastifyRequest, ending: string) =>
    Named.parse(request.params).name.replace(new RegExp(`\\.${ending}$`), '');

  server.get('/portraits/:name', async (request, reply) => {
    const index = people.findIndex(({ key }) => key === withoutEnding(request, 'jpg'));
    const person = people[index];
    if (!person) return reply.code(404).send('Not found');
    return sendPicture(reply, await renderer.jpeg(`portrait ${person.key}`, () => drawPortrait(person, index)));
  });

  server.get('/avatars/:name', async (request, reply) => {
    const account = world.findAccount(withoutEnding(request, 'jpg'));
    const refused = refusal(request);
    if (refused !== undefined) return reply.code(403).type('text/plain').send(refused);
    if (!account) return reply.code(404).send('Not found');
    return sendPicture(
      reply,
      await renderer.jpeg(`avatar ${account.id}`, () => drawAvatar(account.theme, account.seed)),
    );
  });

  server.get('/media/:name', async (request, reply) => {
    const refused = refusal(request);
    if (refused !== undefined) return reply.code(403).type('text/plain').send(refused);
    const id = withoutEnding(request, 'jpg');
    const found = world.findMedia(id);
    if (!found || found.media.publishedAt > clock.now()) return reply.code(404).send('Not found');
    return sendPicture(
      reply,
      await renderer.jpeg(`media ${id}`, () => {
        const { media, child } = found;
        let rolls = 0;
        const roll = () => chance(media.account.seed, (media.day * 100 + media.slot) * 10 + child, 300 + (rolls += 1));
        const [wide, high] = media.kind === 'reel' || media.kind === 'story' ? [540, 960] : [640, 800];
        const scene = drawScene(media.account.theme, turned(pick(palettes, roll()), roll() * 50 - 25), roll);
        return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500" preserveAspectRatio="xMidYMid slice" width="${wide}" height="${high}">${scene}</svg>`;
      }),
    );
  });
}

function sendPicture(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply
    .type('image/jpeg')
    .header('cache-control', 'public, max-age=86400')
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(bytes);
}
