const paths = [
  '/sign-in',
  '/signed-in-again',
  '/join',
  '/reset-password',
  '/forgot-password',
  '/confirm-mail',
  '/unsubscribe',
];

/** The pages for people who are not signed in yet. */
export function isSignInPage(pathname: string): boolean {
  return paths.includes(pathname.replace(/(?<=.)\/$/, ''));
}
