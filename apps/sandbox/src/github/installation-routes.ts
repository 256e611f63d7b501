import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { createAppInstallation } from './app-installation.ts';
import { GithubApiError } from './github-api-error.ts';

interface Deps {
  installation: ReturnType<typeof createAppInstallation>;
  /** The repository's path. */
  base: string;
}

/** Routes that a GitHub App calls with its own key, and its owner's levers. */
export function installationRoutes(server: FastifyInstance, { installation, base }: Deps): void {
  server.get(`${base}/installation`, (request, reply) =>
    answer(reply, 200, () => installation.find(request.headers.authorization)),
  );
  server.post('/github/app/installations/:id/access_tokens', (request, reply) => {
    const { id } = z.object({ id: z.coerce.number() }).parse(request.params);
    return answer(reply, 201, () => installation.createToken(request.headers.authorization, id));
  });
  server.put('/_sandbox/github/app', (request) => {
    const { publicKey } = z.strictObject({ publicKey: z.string() }).parse(request.body);
    installation.setKey(publicKey);
    return { success: true };
  });
  server.delete('/_sandbox/github/app', () => {
    installation.uninstall();
    return { success: true };
  });
}

async function answer(reply: FastifyReply, status: number, work: () => Promise<unknown>) {
  try {
    return reply.code(status).send(await work());
  } catch (refusal) {
    if (!(refusal instanceof GithubApiError)) throw refusal;
    return reply.code(refusal.status).send(refusal.body());
  }
}
