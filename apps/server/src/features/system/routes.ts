import { getClientConfig, getHealth, getReady, type ClientConfig } from '@tidemark/contract';
import { cacheFor } from '../../platform/cache-for.ts';
import { route } from '../../platform/http/route.ts';

export type Check = () => Promise<'ok' | 'failed' | 'degraded'>;

export function systemRoutes({
  checks,
  clientConfig,
  isDraining,
}: {
  checks: Record<string, Check>;
  clientConfig(): ClientConfig;
  isDraining(): boolean;
}) {
  const runChecks = cacheFor(1_000, () =>
    Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, await check().catch(() => 'failed' as const)] as const,
      ),
    ),
  );

  return [
    route(getHealth, async () => ({ status: 'ok' as const })),

    route(getReady, async ({ reply }) => {
      const results = await runChecks();
      const ready = !isDraining() && results.every(([, result]) => result !== 'failed');
      const answer = {
        status: ready ? ('ready' as const) : ('not_ready' as const),
        checks: Object.fromEntries(results),
        sandbox: clientConfig().sandbox,
      };
      if (!ready) {
        void reply
          .code(503)
          .header('retry-after', '2')
          .type('application/json; charset=utf-8')
          .serializer(JSON.stringify)
          .send(answer);
      }
      return answer;
    }),

    route(getClientConfig, async () => clientConfig()),
  ];
}
