const paths = [
  '/sign-in',
  '/signed-in-again',
  '/join',
  '/reset-password',
  '/forgot-password',
  '/invitation',
  '/confirm-mail',
  '/unsubscribe',
];

/** True for pages shown to people who are not signed in yet. */
export function isSignInPage(pathname: string): boolean {
  return paths.includes(pathname.replace(/(?<=.)\/$/, ''));
}
