const withOwnRange = ['/best-time', '/labels'];

/** Pages that cover all selected accounts: there, the account list turns accounts on and off. */
export function coversAccounts(pathname: string): boolean {
  return pathname === '/' || pathname === '/compare' || hasOwnRange(pathname);
}

/** Pages about more posts than the range of the others has. */
export function hasOwnRange(pathname: string): boolean {
  return withOwnRange.includes(pathname);
}
