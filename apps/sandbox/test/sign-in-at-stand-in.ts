/** Opens the page of an account's server as its owner, and allows or refuses the access. */
export async function signInAtStandIn(
  address: string,
  did: string,
  choice: 'consent' | 'reject' = 'consent',
): Promise<URL> {
  const page = await (await fetch(address)).text();
  const find = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const answer = await fetch(new URL('/oauth/authorize', address), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      request_uri: find('request_uri'),
      client_id: find('client_id'),
      did,
      answer: choice === 'consent' ? 'allow' : 'reject',
    }),
  });
  return new URL(answer.headers.get('location') ?? '');
}
