export interface AccessChange {
  userId: string;
  /** The audit log's name for it. Some actions are only recorded, not announced. */
  action: string;
  /** The caller's token; another provider uses it to tell whether their address is verified. */
  accessToken?: string;
  /** Was the user's until this change. */
  earlierAddress?: string | null;
}

/** Tells a user that the access to their account has changed. */
export type AnnounceAccess = (change: AccessChange) => Promise<void>;
