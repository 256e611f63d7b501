import { z } from 'zod';

/**
 * Returns a message's envelope sender, to which it is returned: `bounces+ID@example.com`. The ID is random and known
 * only to the recipient and the servers on the way, so that no one else can report a message as returned.
 */
export function toReturnPath(returnPath: string, messageId: string): string {
  const [local = '', domain = ''] = splitAddress(returnPath);
  return `${local}+${messageId.replaceAll('-', '')}@${domain}`;
}

/** Returns the message whose return path is in a text, such as a header field; null if there is none. */
export function findReturnedMessage(returnPath: string, text: string): string | null {
  const [local = '', domain = ''] = splitAddress(returnPath).map((part) => part.replaceAll(/[^\w]/g, String.raw`\$&`));
  const pattern = new RegExp(String.raw`(?<![\w.+-])${local}\+([0-9a-f]{32})@${domain}(?![\w.-])`, 'i');
  const [, digits = ''] = pattern.exec(text) ?? [];
  const id = digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return z.uuid().safeParse(id).success ? id : null;
}

function splitAddress(address: string): string[] {
  return address.split('@');
}
