import { getClientConfig, getHealth, getReady, type ClientConfig } from '@tidemark/contract';
import { route } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Signer } from '../../platform/signer.ts';
import { probeRoute } from './probe.ts';
import type { Readiness } from './readiness.ts';

export function systemRoutes({
  readiness,
  probeSigner,
  clock,
  clientConfig,
  isDraining,
}: {
  readiness: Readiness;
  probeSigner: Signer;
  clock: Clock;
  clientConfig(): ClientConfig;
  isDraining(): boolean;
}) {
  return [
    route(getHealth, async () => ({ status: 'ok' as const })),

    route(getReady, async ({ reply }) => {
      const { isReady, results } = await readiness.read();
      const ready = isReady && !isDraining();
      const entries = [...results];
      const answer = {
        status: ready ? ('ready' as const) : ('not_ready' as const),
        checks: Object.fromEntries(entries.map(([name, { state }]) => [name, state])),
        reasons: {
          ...Object.fromEntries(
            entries.flatMap(([name, result]) => (result.state === 'ok' ? [] : [[name, result.reason]])),
          ),
          ...(isDraining() && { process: 'This process is shutting down' }),
        },
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

    probeRoute({ signer: probeSigner, clock }),

    route(getClientConfig, async () => clientConfig()),
  ];
}
