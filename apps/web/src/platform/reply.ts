import { compareClocks } from './server-clock.ts';

/** An API response as data. */
export interface Reply {
  status: number;
  /** Undefined for anything but JSON. */
  json: unknown;
  /** Explains where a response other than JSON came from. */
  problem?: string;
}

export async function readReply(response: Response): Promise<Reply> {
  const { status, url } = response;
  compareClocks(response.headers.get('date'));
  const text = await response.text();
  try {
    return { status, json: JSON.parse(text) };
  } catch {
    return { status, json: undefined, problem: `${url} answered with status ${status}, not with JSON` };
  }
}
