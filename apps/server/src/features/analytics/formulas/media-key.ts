/** Includes the account: collaborations have the same ID in several accounts' lists. */
export function toMediaKey({ account_id, media_id }: { account_id: string; media_id: string }): string {
  return `${account_id} ${media_id}`;
}
