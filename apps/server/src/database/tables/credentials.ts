import type { Generated } from 'kysely';
import type { Instant, InstantOrNull } from './columns.ts';

export type SignInLinkKind = 'setup' | 'invitation' | 'reset' | 'email';

export interface CredentialTables {
  /** People who sign in with the built-in identity provider. */
  local_identity: {
    subject: string;
    email: string;
    is_email_verified: boolean;
    /** The new address that the person has requested. */
    pending_email: string | null;
    name: string;
    password_hash: string | null;
    is_operator: Generated<boolean>;
    totp_secret_encrypted: string | null;
    totp_last_step: number | null;
    created_at: Instant;
    password_changed_at: InstantOrNull;
  };
  passkey: {
    credential_id: string;
    subject: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    name: string;
    created_at: Instant;
    last_used_at: InstantOrNull;
  };
  /** Challenges that have been sent to a browser and not been answered. */
  passkey_challenge: { challenge_hash: Buffer; subject: string | null; expires_at: Instant };
  /** Unused codes that replace an authenticator app once each. */
  recovery_code: { code_hash: Buffer; subject: string };
  /** Unused links that create an identity, or set a password or an address. */
  sign_in_link: {
    link_id: string;
    link_hash: Buffer;
    kind: SignInLinkKind;
    email: string | null;
    name: string | null;
    is_operator: Generated<boolean>;
    subject: string | null;
    created_at: Instant;
    expires_at: Instant;
  };
  /** Requests for a new password; most belong to an identity. */
  reset_request: { request_id: string; email: string; requested_at: Instant; answered_at: InstantOrNull };
  /** Failed sign-ins by what they count against. */
  sign_in_failure: { failure_key: Buffer; failures: number; blocked_until: InstantOrNull; last_at: Instant };
  /** The built-in identity provider's state. */
  provider_entry: {
    model: string;
    entry_hash: Buffer;
    payload_encrypted: string;
    grant_id: string | null;
    uid: string | null;
    consumed_at: InstantOrNull;
    expires_at: Instant;
  };
  /** One row: the built-in identity provider's keys. */
  provider_secret: { provider_secret_id: number; secret_encrypted: string; created_at: Instant };
}
