import { getClientConfig, getHealth, getReady } from '@tidemark/contract';
import { route } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Signer } from '../../platform/signer.ts';
import { type BrowserConfig, toClientConfig } from './browser-config.ts';
import { probeRoute } from './probe.ts';
import type { Readiness } from './readiness.ts';

export interface SystemDeps {
  config: BrowserConfig;
  readiness: Readiness;
  probeSigner: Signer;
  clock: Clock;
  streams: { isDraining(): boolean };
}

export function systemRoutes({ config, readiness, probeSigner, clock, streams }: SystemDeps) {
  return [
    route(getHealth, async () => ({ status: 'ok' as const })),

    route(getReady, async ({ reply }) => {
      const { isReady, results } = await readiness.read();
      const ready = isReady && !streams.isDraining();
      const entries = [...results];
      const answer = {
        status: ready ? ('ready' as const) : ('not_ready' as const),
        checks: Object.fromEntries(entries.map(([name, { state }]) => [name, state])),
        reasons: {
          ...Object.fromEntries(
            entries.flatMap(([name, result]) => (result.state === 'ok' ? [] : [[name, result.reason]])),
          ),
          ...(streams.isDraining() && { process: 'This process is shutting down' }),
        },
        sandbox: config.sandbox,
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

    route(getClientConfig, async () => toClientConfig(config)),
  ];
}
