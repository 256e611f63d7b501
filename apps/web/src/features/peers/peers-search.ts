/** Parses the page's URL parameter, dropping an invalid value. */
export function peersSearch({ account }: Record<string, unknown>): { account?: string } {
  return typeof account === 'string' && /^\w{1,64}$/.test(account) ? { account } : {};
}
