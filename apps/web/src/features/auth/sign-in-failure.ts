const cookie = /(?:^|; )((?:__Host-)?tidemark_sign_in_failure\w*)=([^;]*)/;

/**
 * Returns why the sign-in that led to this page failed. The server reports the failure in the URL, and the reason in a
 * cookie for this page only.
 */
export function takeSignInFailure(page: Document = document): string {
  window.history.replaceState({}, '', '/profile');
  const [, name, value] = cookie.exec(page.cookie) ?? [];
  if (name === undefined || value === undefined) return 'Your browser blocked a cookie required for signing in.';
  const secure = name.startsWith('__Host-') ? '; Secure' : '';
  page.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${secure}`;
  return decodeURIComponent(value);
}
