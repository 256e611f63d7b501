/** Collaborations have the same ID in the lists of several accounts. */
export function toMediaKey({ account_id, media_id }: { account_id: string; media_id: string }): string {
  return `${account_id} ${media_id}`;
}
