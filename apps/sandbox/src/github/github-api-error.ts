/** A GitHub error response: a sentence and, for an invalid body, the fields. */
export class GithubApiError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly errors: unknown[] | undefined;

  constructor(
    status: number,
    message: string,
    { headers = {}, errors }: { headers?: Record<string, string>; errors?: unknown[] } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.errors = errors;
  }

  body() {
    return {
      message: this.message,
      ...(this.errors && { errors: this.errors }),
      documentation_url: 'https://docs.github.com/rest',
      status: String(this.status),
    };
  }
}

export function validationFailed(field: string, code: string): GithubApiError {
  return new GithubApiError(422, 'Validation Failed', { errors: [{ resource: 'Issue', code, field }] });
}
