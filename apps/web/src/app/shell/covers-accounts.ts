/** Pages that cover all selected accounts: there, the account list turns accounts on and off. */
export function coversAccounts(pathname: string): boolean {
  return pathname === '/' || pathname === '/compare' || pathname === '/best-time';
}
