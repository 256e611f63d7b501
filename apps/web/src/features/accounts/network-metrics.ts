import { useConfig } from '#web/platform/config.ts';
import { useSelectedNetwork } from './network.ts';

/** Returns what the selected network has of the metrics; undefined if it has all. */
export function useNetworkMetrics() {
  const { metricsByNetwork } = useConfig();
  const network = useSelectedNetwork();
  return network ? metricsByNetwork[network] : undefined;
}
