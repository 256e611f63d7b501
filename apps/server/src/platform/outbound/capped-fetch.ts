const maxResponseBytes = 10 * 1024 * 1024;

/** Returns a `fetch` without redirects, with a timeout, for bodies up to 10 MiB. */
export function cappedFetch(patienceMillis: number): typeof fetch {
  return async (address, init) => {
    const deadline = AbortSignal.timeout(patienceMillis);
    const signal = init?.signal ? AbortSignal.any([deadline, init.signal]) : deadline;
    const answer = await fetch(address, { ...init, redirect: 'manual', signal });
    if (!answer.body) return answer;
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer.body) {
      size += part.length;
      if (size > maxResponseBytes) throw new Error('The response is too large');
      parts.push(part);
    }
    const hasBody = size > 0 && answer.status !== 304;
    return new Response(hasBody ? Buffer.concat(parts) : null, { status: answer.status, headers: answer.headers });
  };
}
