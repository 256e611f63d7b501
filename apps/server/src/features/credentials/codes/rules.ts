/**
 * Returns true if the password alone is enough to sign in. Passkeys need a device, and so do users without a password.
 */
export function isPasswordEnough(identity: {
  passwordHash: string | null;
  totpSecretEncrypted: string | null;
}): boolean {
  return identity.passwordHash !== null && identity.totpSecretEncrypted === null;
}
