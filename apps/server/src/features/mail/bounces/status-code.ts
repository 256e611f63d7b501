/** Returns the most specific enhanced status code (RFC 3463) that a server gave, such as '5.1.1'; null without one. */
export function findStatusCode(...texts: string[]): string | null {
  const codes = texts.flatMap((text) => text.match(/(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/g) ?? []);
  return codes.find((code) => !code.endsWith('.0')) ?? codes[0] ?? null;
}

// The sender (1.7, 1.8), the size (2.3, 3.4), the content (6) and policies (7), such as a blocklist that names us. Only
// two policies concern the address's owner (RFC 7293).
const notAboutAddress = /^[45]\.(?:1\.[78]|2\.3|3\.4|6\.\d+|7\.(?!1[78]$)\d+)$/;

/** Returns true if a failure says something about the address, rather than about the message or its sender. */
export function isAboutAddress(code: string | null): boolean {
  return code === null || !notAboutAddress.test(code);
}
