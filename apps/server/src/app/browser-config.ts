import type { ClientConfig, OidcEndpoints } from '@tidemark/contract';
import type { Config } from '../config/config.ts';
import type { HttpServerOptions } from '../platform/http/http-server.ts';
import { rememberLast } from '../platform/remember-last.ts';

/** What the browser must know; nothing of it is secret. */
export function toClientConfig({ oidc, meta, sandbox }: Config, endpoints: OidcEndpoints | null): ClientConfig {
  return {
    oidc: {
      issuer: oidc.issuer,
      clientId: oidc.clientId,
      scope: oidc.scope,
      audience: oidc.audience,
      authorizeParams: oidc.authorizeParams,
      endpoints,
    },
    meta: {
      appId: meta.appId,
      loginConfigId: meta.loginConfigId,
      sdkUrl: meta.sdkUrl,
      graphVersion: meta.graphVersion,
    },
    sandbox,
  };
}

/** What the browser may load, and from where. */
export function toAllowedOrigins(
  { oidc, meta }: Config,
  { endpoints, inlineScripts }: { endpoints: () => OidcEndpoints | null; inlineScripts: string[] },
): HttpServerOptions['allowedOrigins'] {
  const provider = originOf(oidc.issuer);
  const dialog = originOf(meta.dialogBaseUrl);
  const toCalls = rememberLast((told: OidcEndpoints | null) => [
    provider,
    dialog,
    // Where a provider gives out tokens may be another origin than its own.
    ...Object.values<string | undefined>(told ?? {}).flatMap((url) => (url ? [originOf(url)] : [])),
  ]);
  return {
    pictures: [...meta.mediaOrigins, provider],
    scripts: [originOf(meta.sdkUrl), ...inlineScripts],
    frames: [provider, dialog],
    calls: () => toCalls(endpoints()),
  };
}

function originOf(address: string): string {
  return new URL(address).origin;
}
