import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { ClientConfig } from '@tidemark/contract';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../failure.ts';
import { answerFailure } from './answer-failure.ts';

const slot = '<script type="application/json" id="tidemark-config"></script>';

/**
 * Serves the built web app: assets for ever (their names carry their content), and the page for every address that is
 * a screen, with what the browser needs to know already in it.
 */
export async function serveWebApp(
  server: FastifyInstance,
  { folder, clientConfig }: { folder: string; clientConfig: ClientConfig },
): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) {
    server.setNotFoundHandler((request, reply) => answerFailure(new Failure('not_found'), request, reply));
    return;
  }
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  if (!page.includes(slot)) throw new Error('The page of the web app has no place for its configuration');
  // `<` must not end the script element early.
  const config = JSON.stringify(clientConfig).replaceAll('<', String.raw`\u003c`);
  const html = page.replace(slot, () => slot.replace('></', `>${config}</`));

  await server.register(staticFiles, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    maxAge: '1y',
    immutable: true,
    globIgnore: ['index.html', '**/*.map'],
  });
  server.setNotFoundHandler((request, reply) => {
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !path.extname(request.url.split('?')[0] ?? '');
    if (!isScreen) return answerFailure(new Failure('not_found'), request, reply);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  });
}
