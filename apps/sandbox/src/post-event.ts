const patience = 10_000;

/** Posts a webhook event; returns the status, or null without a response. Redirects are not followed. */
export function postEvent(
  address: string,
  { body, headers }: { body: string; headers: Record<string, string> },
): Promise<number | null> {
  return fetch(address, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
  }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    },
    () => null,
  );
}
