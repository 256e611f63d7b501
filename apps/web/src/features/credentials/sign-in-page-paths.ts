const paths = ['/sign-in', '/join', '/reset-password'];

/** The pages for people who are not signed in yet. */
export function isSignInPage(pathname: string): boolean {
  return paths.includes(pathname.replace(/(?<=.)\/$/, ''));
}
