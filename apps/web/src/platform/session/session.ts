/** The session as calls need it. The sign-in feature provides it; nothing else has access to tokens. */
export interface Session {
  /** The current access token, or null when signed out. */
  accessToken(): string | null;
  /**
   * Gets a new access token, shared by all concurrent callers. Rejects if that is impossible; without a session, also
   * sends the user to sign in again.
   */
  renew(): Promise<string>;
  /** Has the user sign in again, without leaving this page, if a call was refused for that; true if they did. */
  confirm(refusal: Response): Promise<boolean>;
  /**
   * Signs out for good: the user was deleted, perhaps elsewhere, and renewing the sign-in would create a new, empty
   * one.
   */
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

export const confirmSignIn = async (refusal: Response) => current?.confirm(refusal);

export async function renewedToken(): Promise<string> {
  const session = current;
  if (!session) throw new Error('Unauthorized: Not authenticated');
  try {
    return await session.renew();
  } catch (cause) {
    throw new Error('Unauthorized: Token fetch failed', { cause });
  }
}
