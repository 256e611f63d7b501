import type { CDPSession, Page } from 'playwright-core';

export interface PasskeyDevice {
  devtools: CDPSession;
  authenticatorId: string;
}

/** Adds a device that confirms everything, as if its owner touched it. */
export async function addPasskeyDevice(page: Page): Promise<PasskeyDevice> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return { devtools, authenticatorId };
}

/** Adds a second device with the first one's passkeys, as if they were synchronised. */
export async function copyPasskeyDevice(
  { devtools, authenticatorId }: PasskeyDevice,
  page: Page,
): Promise<PasskeyDevice> {
  const copy = await addPasskeyDevice(page);
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
  for (const credential of credentials)
    await copy.devtools.send('WebAuthn.addCredential', { authenticatorId: copy.authenticatorId, credential });
  return copy;
}

export async function removePasskeyDevice({ devtools, authenticatorId }: PasskeyDevice): Promise<void> {
  await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
}
