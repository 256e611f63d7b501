import { createHmac } from 'node:crypto';

/** Signs payloads as tokens that carry them, so that tokens survive a restart without being stored. */
export function createTokenSeal(secret: string) {
  const opened = new Map<string, unknown>();
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex').slice(0, 40);
  return {
    seal(prefix: string, payload: object): string {
      const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
      return `${prefix}${text}ZD${sign(text)}`;
    },
    /** Returns the payload, or undefined for a token with another prefix or signature. */
    open(prefix: RegExp, token: string): unknown {
      const text = prefix.exec(token)?.[0];
      if (text === undefined) return undefined;
      if (opened.has(token)) return opened.get(token);
      const parts = /^([\w-]+)ZD([0-9a-f]{40})$/.exec(token.slice(text.length));
      const [body, mark] = [parts?.[1] ?? '', parts?.[2] ?? ''];
      const payload: unknown =
        parts && sign(body) === mark ? JSON.parse(Buffer.from(body, 'base64url').toString()) : undefined;
      if (opened.size > 5_000) opened.clear();
      opened.set(token, payload);
      return payload;
    },
  };
}
