import type { IdentityProvider } from './identity-provider.ts';

/** Returns the caller's address, if the identity provider has verified it. */
export async function findVerifiedEmail(
  identityProvider: IdentityProvider,
  accessToken: string,
): Promise<string | null> {
  const identity = await identityProvider.verify(accessToken);
  const { email, emailVerified } = await identityProvider.withProfile(identity, accessToken);
  return emailVerified === true ? email : null;
}
