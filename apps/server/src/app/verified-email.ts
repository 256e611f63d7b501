import type { Parts } from './services.ts';

/** Returns the caller's address, if the identity provider has verified it. */
export async function findVerifiedEmail(
  { identityProvider }: Pick<Parts, 'identityProvider'>,
  accessToken: string,
): Promise<string | null> {
  const identity = await identityProvider.verify(accessToken);
  const { email, emailVerified } = await identityProvider.withProfile(identity, accessToken);
  return emailVerified === true ? email : null;
}
