export interface AccessChange {
  userId: string;
  /** As in the audit log; users are not told about every one. */
  action: string;
  /** The caller's token; another provider uses it to tell whether their address is verified. */
  accessToken?: string;
  /** Was the user's until this change. */
  earlierAddress?: string | null;
}

/** Tells a user that the access to their account has changed. */
export type AnnounceAccess = (change: AccessChange) => Promise<void>;
