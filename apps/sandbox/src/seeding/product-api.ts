import type { z } from 'zod';

/** The product's error response, with the request that caused it. */
export class ProductApiError extends Error {
  readonly status: number;

  constructor(call: string, status: number, answer: string) {
    super(`${call} answered ${status}: ${answer.slice(0, 300)}`);
    this.status = status;
  }
}

export interface ProductApi {
  call: <Answer>(method: string, path: string, shape: z.ZodType<Answer>, body?: unknown) => Promise<Answer>;
}

const patience = 30_000;

/** Calls the product's public API for one person, with a token from the sandbox's own provider. */
export function productApi(appUrl: string, bearer: () => Promise<string>): ProductApi {
  return {
    async call(method, path, shape, body) {
      const answer = await fetch(`${appUrl}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await bearer()}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patience),
      });
      const text = await answer.text();
      const name = `${method} ${path.split('?')[0]}`;
      if (!answer.ok) throw new ProductApiError(name, answer.status, text);
      const parsed = shape.safeParse(text === '' ? {} : JSON.parse(text));
      if (!parsed.success)
        throw new ProductApiError(
          name,
          answer.status,
          `an answer of another shape (${parsed.error.issues[0]?.path.join('.')}): ${text}`,
        );
      return parsed.data;
    },
  };
}
