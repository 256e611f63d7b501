import type { ClientConfig, OidcEndpoints } from '@tidemark/contract';
import type { Config } from '../config/config.ts';
import type { HttpServerOptions } from '../platform/http/http-server.ts';
import { rememberLast } from '../platform/memoize-last.ts';

/** The configuration that the browser needs; none of it is secret. */
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
      dayZone: meta.dayZone,
    },
    sandbox,
  };
}

/** The external origins that the content security policy allows. */
export function toAllowedOrigins(
  { oidc, meta }: Config,
  { endpoints, inlineScripts }: { endpoints: () => OidcEndpoints | null; inlineScripts: string[] },
): HttpServerOptions['allowedOrigins'] {
  const provider = toOrigin(oidc.issuer);
  const dialog = toOrigin(meta.dialogBaseUrl);
  const toCalls = rememberLast((reported: OidcEndpoints | null) => [
    provider,
    dialog,
    // A provider's token endpoint may have another origin than its issuer.
    ...Object.values<string | undefined>(reported ?? {}).flatMap((url) => (url ? [toOrigin(url)] : [])),
  ]);
  return {
    pictures: [...meta.mediaOrigins, provider],
    scripts: [toOrigin(meta.sdkUrl), ...inlineScripts],
    frames: [provider, dialog],
    calls: () => toCalls(endpoints()),
  };
}

function toOrigin(address: string): string {
  return new URL(address).origin;
}
