/** A response of the API as data. */
export interface Reply {
  status: number;
  statusText: string;
  /** Undefined for anything but JSON. */
  json: unknown;
}

export async function readReply(response: Response): Promise<Reply> {
  const { status, statusText } = response;
  return { status, statusText, json: readJson(await response.text()) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
