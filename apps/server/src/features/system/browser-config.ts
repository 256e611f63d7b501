import type { ClientConfig } from '@tidemark/contract';
import type { Config } from '../../config/config.ts';
import { networkMetrics } from '../../metrics/network-metrics.ts';
import type { HttpServerOptions } from '../../platform/http/http-server.ts';

export type BrowserConfig = Pick<
  Config,
  'meta' | 'networks' | 'instagram' | 'sandbox' | 'oidc' | 'mail' | 'stripe' | 'mcpResource' | 'legal'
>;

/** Returns the configuration for the browser; none of it is secret. */
export function toClientConfig({
  meta,
  networks,
  instagram,
  sandbox,
  oidc,
  mail,
  stripe,
  mcpResource,
  legal,
}: BrowserConfig): ClientConfig {
  return {
    meta: {
      appId: meta.appId,
      loginConfigId: meta.loginConfigId,
      sdkUrl: meta.sdkUrl,
      graphVersion: meta.graphVersion,
      dayZone: meta.dayZone,
    },
    networks,
    metricsByNetwork: networkMetrics,
    instagramLogin: instagram !== null,
    sandbox,
    builtInSignIn: oidc.isBuiltIn,
    sendsMail: mail !== null,
    takesPayments: stripe !== null,
    mcpOAuth: mcpResource !== null,
    hasLegalPages: legal !== null,
  };
}

/** Returns the external origins that the content security policy allows. */
export function toAllowedOrigins(
  { meta }: Pick<Config, 'meta'>,
  { inlineScripts }: { inlineScripts: string[] },
): HttpServerOptions['allowedOrigins'] {
  const dialog = toOrigin(meta.dialogBaseUrl);
  return {
    pictures: meta.mediaOrigins,
    scripts: [toOrigin(meta.sdkUrl), ...inlineScripts],
    frames: [dialog],
    calls: [dialog],
  };
}

function toOrigin(address: string): string {
  return new URL(address).origin;
}
