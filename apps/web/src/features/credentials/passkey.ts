import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Options = Record<string, unknown>;
type Passkey = Record<string, unknown> & { id: string };

export const canUsePasskeys = browserSupportsWebAuthn;
export const canOfferPasskeys = browserSupportsWebAuthnAutofill;

/** Asks for the user's passkey; null if they cancel. */
export async function askForPasskey(options: Options): Promise<Passkey | null> {
  return unlessCanceled(async () => ({ ...(await startAuthentication({ optionsJSON: toRequest(options) })) }));
}

/** Offers passkeys among a field's suggestions and returns the chosen one; null once withdrawn. */
export async function offerPasskeys(options: Options): Promise<Passkey | null> {
  return unlessCanceled(async () => ({
    ...(await startAuthentication({ optionsJSON: toRequest(options), useBrowserAutofill: true })),
  }));
}

export function withdrawOffer(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Creates a passkey; null if the user cancels. */
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
