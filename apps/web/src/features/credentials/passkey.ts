import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Options = Record<string, unknown>;
type Passkey = Record<string, unknown> & { id: string };

export const canUsePasskeys = browserSupportsWebAuthn;

/** The answer of the person's passkey; null if they cancel. */
export async function askForPasskey(options: Options): Promise<Passkey | null> {
  return unlessCanceled(async () => ({ ...(await startAuthentication({ optionsJSON: toRequest(options) })) }));
}

/** A new passkey; null if the person cancels. */
export async function createPasskey(options: Options): Promise<Passkey | null> {
  return unlessCanceled(async () => ({ ...(await startRegistration({ optionsJSON: toCreation(options) })) }));
}

async function unlessCanceled(ask: () => Promise<Passkey>): Promise<Passkey | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null;
    throw error;
  }
}

/** Safe because the server made the options with the same library, and the browser checks them. */
function toRequest(options: Options): PublicKeyCredentialRequestOptionsJSON {
  return options as unknown as PublicKeyCredentialRequestOptionsJSON;
}

/** Safe for the same reason. */
function toCreation(options: Options): PublicKeyCredentialCreationOptionsJSON {
  return options as unknown as PublicKeyCredentialCreationOptionsJSON;
}
