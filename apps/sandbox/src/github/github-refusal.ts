/** What GitHub answers when it refuses: a sentence, and for a body that it cannot take the fields. */
export class GithubRefusal extends Error {
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

export function validationFailed(field: string, code: string): GithubRefusal {
  return new GithubRefusal(422, 'Validation Failed', { errors: [{ resource: 'Issue', code, field }] });
}
