/** What a call needs of the signed-in session; the sign-in feature provides it, nothing else knows where tokens live. */
export interface Session {
  /** The access token at hand, or null when nobody is signed in. */
  accessToken(): string | null;
  /** Gets a new access token without the user, one for all who ask meanwhile; rejects when that is impossible. */
  renew(): Promise<string>;
  /** Sends the user to sign in again, to come back to where they are. */
  signInAgain(): void;
  /** Signs out for good: the user was deleted, perhaps elsewhere, and a renewed sign-in would make a new, empty one. */
  leave(): void;
}

let current: Session | undefined;

export function provideSession(session: Session | undefined) {
  current = session;
}

export function accessToken(): string {
  const token = current?.accessToken();
  if (!token) throw new Error('Unauthorized: Not authenticated');
  return token;
}

export function leaveSession() {
  current?.leave();
}

export async function renewedToken(): Promise<string> {
  const session = current;
  if (!session) throw new Error('Unauthorized: Not authenticated');
  try {
    return await session.renew();
  } catch (cause) {
    session.signInAgain();
    throw new Error('Unauthorized: Token fetch failed', { cause });
  }
}
