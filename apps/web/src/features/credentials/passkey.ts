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

/** The answer of the person's passkey; null if they cancel. */
export async function askForPasskey(options: Options): Promise<Passkey | null> {
  return unlessCanceled(async () => ({ ...(await startAuthentication({ optionsJSON: toRequest(options) })) }));
}

/** The answer of the passkey that the person chooses among the suggestions of a field; null once withdrawn. */
export async function offerPasskeys(options: Options): Promise<Passkey | null> {
  return unlessCanceled(async () => ({
    ...(await startAuthentication({ optionsJSON: toRequest(options), useBrowserAutofill: true })),
  }));
}

export function withdrawOffer(): void {
  WebAuthnAbortService.cancelCeremony();
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
