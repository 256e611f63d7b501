import type { Connector } from './connector.ts';

/** Returns the connector of a network that the operator has disabled: its accounts are kept, and not synced. */
export function disableConnector(connector: Connector, network: string): Connector {
  return {
    ...connector,
    isDisabled: true,
    openSession: async () => null,
    explainUnreachable: async () => ({
      code: 'network_disabled',
      message: `${network} is disabled on this installation, so this account is paused. Everything already synced is kept.`,
      until: null,
    }),
  };
}
