const withOwnRange = ['/best-time', '/labels'];

/** True for pages that cover all selected accounts: there, the account list turns accounts on and off. */
export function coversAccounts(pathname: string): boolean {
  return pathname === '/' || pathname === '/compare' || hasOwnRange(pathname);
}

/** True for pages with their own range, because they need more posts. */
export function hasOwnRange(pathname: string): boolean {
  return withOwnRange.includes(pathname);
}
