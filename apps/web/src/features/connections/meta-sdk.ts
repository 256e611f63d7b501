import type { ClientConfig } from '@tidemark/contract';

/** The part of Meta's script that we use. */
export interface MetaSdk {
  init(settings: { appId: string; cookie: boolean; xfbml: boolean; version: string }): void;
  login(answer: (response: MetaLoginResponse) => void, options: Record<string, unknown>): void;
}

export interface MetaLoginResponse {
  status?: string;
  authResponse?: { code?: string | null } | null;
}

declare global {
  interface Window {
    FB?: MetaSdk;
    fbAsyncInit?: () => void;
  }
}

let loading: Promise<MetaSdk> | undefined;

/** Loads and initialises the script once; a blocked script can be retried. */
export function loadMetaSdk(meta: ClientConfig['meta']): Promise<MetaSdk> {
  loading ??= insertScript(meta).catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

function insertScript({ appId, graphVersion, sdkUrl }: ClientConfig['meta']): Promise<MetaSdk> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const started = () => {
      if (!window.FB) return reject(new Error('The login script defines no FB'));
      window.FB.init({ appId, cookie: false, xfbml: false, version: graphVersion });
      resolve(window.FB);
    };
    window.fbAsyncInit = started;
    script.src = sdkUrl;
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.onerror = () => {
      script.remove();
      reject(new Error('The login script could not be loaded'));
    };
    document.head.append(script);
  });
}
