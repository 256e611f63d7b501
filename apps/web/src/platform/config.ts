import { getClientConfig, type ClientConfig } from '@tidemark/contract';
import { createContext, use } from 'react';
import { call } from './call.ts';

/** The server embeds the configuration in the page; a page from another server fetches it. */
export async function loadConfig(page: ParentNode = document): Promise<ClientConfig> {
  return readConfig(page) ?? call(getClientConfig);
}

/** Returns the configuration in the page; null in a page from another server. */
export function readConfig(page: ParentNode = document): ClientConfig | null {
  const written = page.querySelector('#tidemark-config')?.textContent?.trim();
  return written ? toConfig(written) : null;
}

// Our own server builds this text from the same contract.
function toConfig(json: string): ClientConfig {
  return JSON.parse(json) as ClientConfig;
}

export const ConfigContext = createContext<ClientConfig | undefined>(undefined);

export function useConfig(): ClientConfig {
  const config = use(ConfigContext);
  if (!config) throw new Error('useConfig needs the configuration above it');
  return config;
}
