/**
 * Parses a whole number as people type or paste it, with or without separators: '46129', '46,129', '46.129'; else null.
 */
export function parseTypedNumber(text: string): number | null {
  const typed = text.trim();
  if (!/^\d{1,12}$|^\d{1,3}([.,’'\s]\d{3}){1,3}$/.test(typed)) return null;
  return Number(typed.replaceAll(/\D/g, ''));
}
