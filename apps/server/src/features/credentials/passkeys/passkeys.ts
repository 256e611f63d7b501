import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import {
  findPasskey,
  listPasskeys,
  recordPasskeyUse,
  saveChallenge,
  takeChallenge,
  type NewPasskey,
} from './queries.ts';

const challengeMillis = 5 * 60_000;

export interface PasskeyDeps {
  db: Database;
  clock: Clock;
  appUrl: string;
}

interface Person {
  subject: string;
  email: string;
  name: string;
}

/** Loaded with the first passkey: it takes as long to load as the database driver and its query builder. */
const loadWebAuthn = () => import('@simplewebauthn/server');

type Answer = Record<string, unknown> & { id: string };

/**
 * Manages passkeys for the origin of `APP_URL` only. The device asks for a PIN or a fingerprint: they replace password
 * and code.
 */
export function createPasskeys({ db, clock, appUrl }: PasskeyDeps) {
  const { hostname: rpID, origin } = new URL(appUrl);

  async function remember(challenge: string, subject: string | null) {
    await saveChallenge(db, { challenge, subject, expiresAt: new Date(clock().getTime() + challengeMillis) });
  }
  const take = (subject: string | null) => (challenge: string) =>
    takeChallenge(db, { challenge, subject, now: clock() });

  return {
    /** Starts a registration. `isKnown`: the person exists already, and their challenge can be bound to them. */
    async startRegistration({ subject, email, name }: Person, { isKnown }: { isKnown: boolean }) {
      const known = isKnown ? await listPasskeys(db, subject) : [];
      const { generateRegistrationOptions } = await loadWebAuthn();
      const options = await generateRegistrationOptions({
        rpName: 'Tidemark',
        rpID,
        userID: new TextEncoder().encode(subject),
        userName: email,
        userDisplayName: name,
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: known.map(({ credential_id: id }) => ({ id })),
      });
      await remember(options.challenge, isKnown ? subject : null);
      return { ...options };
    },

    /** Throws `passkey_rejected`. */
    async finishRegistration(
      answer: Answer,
      { subject, name }: { subject: string | null; name: string },
    ): Promise<NewPasskey> {
      const { verifyRegistrationResponse } = await loadWebAuthn();
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: toRegistration(answer),
        expectedChallenge: take(subject),
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      }).catch(reject);
      if (!verified) throw new ApiError('passkey_rejected');
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      if (await findPasskey(db, id)) throw new ApiError('passkey_rejected');
      return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports, name };
    },

    async startSignIn() {
      const { generateAuthenticationOptions } = await loadWebAuthn();
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      await remember(options.challenge, null);
      return { ...options };
    },

    /** Returns the passkey's subject. Throws `passkey_rejected`. */
    async finishSignIn(answer: Answer): Promise<string> {
      const known = await findPasskey(db, answer.id);
      if (!known) throw new ApiError('passkey_rejected');
      const { verifyAuthenticationResponse } = await loadWebAuthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: toAuthentication(answer),
        expectedChallenge: take(null),
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: known.credential_id,
          publicKey: new Uint8Array(known.public_key),
          counter: known.counter,
          transports: toTransports(known.transports),
        },
      }).catch(reject);
      if (!verified) throw new ApiError('passkey_rejected');
      await recordPasskeyUse(db, {
        credentialId: known.credential_id,
        counter: authenticationInfo.newCounter,
        now: clock(),
      });
      return known.subject;
    },
  };
}

export type Passkeys = ReturnType<typeof createPasskeys>;

function reject(cause: unknown): never {
  throw new ApiError('passkey_rejected', undefined, { cause });
}

/** Safe because the library checks each part of the answer, and rejects incomplete answers. */
function toRegistration(answer: unknown): RegistrationResponseJSON {
  return answer as RegistrationResponseJSON;
}

/** Safe for the same reason. */
function toAuthentication(answer: unknown): AuthenticationResponseJSON {
  return answer as AuthenticationResponseJSON;
}

/** Safe because only the library's values are stored; browsers ignore unknown ones. */
function toTransports(stored: string[]): AuthenticatorTransport[] {
  return stored as AuthenticatorTransport[];
}
