/** Whether whoever knows the password can sign in. Passkeys need a device, and users without a password need one. */
export function isPasswordEnough(identity: {
  passwordHash: string | null;
  totpSecretEncrypted: string | null;
}): boolean {
  return identity.passwordHash !== null && identity.totpSecretEncrypted === null;
}
