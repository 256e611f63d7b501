import type { MetaConnection } from '@tidemark/contract';

/** Returns true if the business login or a login at Instagram works. */
export function hasWorkingLogin({ isConnected, tokenValid, instagramLogins }: MetaConnection): boolean {
  return (isConnected && tokenValid) || instagramLogins.some((login) => login.tokenValid);
}
