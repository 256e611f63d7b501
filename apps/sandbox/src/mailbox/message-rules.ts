const maxLineBytes = 998;
const required = ['date', 'from', 'message-id'] as const;

/**
 * Returns the reason why a strict server rejects a message; null if it accepts it. RFC 5321, 2.3.8 and 4.5.3.1.6; RFC
 * 5322, 3.6; RFC 6531.
 */
export function findMessageProblem(
  raw: Buffer,
  { allows8Bit, allowsUtf8Headers = false }: { allows8Bit: boolean; allowsUtf8Headers?: boolean },
): string | null {
  const text = raw.toString('latin1');
  if (/(?<!\r)\n|\r(?!\n)/.test(text)) return 'Lines must end with CR and LF';
  if (text.split('\r\n').some((line) => line.length > maxLineBytes))
    return `Lines must not be longer than ${maxLineBytes} bytes`;
  const end = text.indexOf('\r\n\r\n');
  const [headers, body] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 4)];
  if (!allowsUtf8Headers && !isAscii(headers)) return 'Header fields must be encoded as ASCII';
  if (!allows8Bit && !isAscii(body)) return 'The body must be encoded as ASCII';
  const names = headers
    .split('\r\n')
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.split(':', 1)[0]?.toLowerCase() ?? '');
  for (const name of required) {
    const count = names.filter((one) => one === name).length;
    if (count !== 1) return `The message must have one ${name} field, not ${count}`;
  }
  return null;
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are the characters that are allowed
  return /^[\x00-\x7f]*$/.test(text);
}
