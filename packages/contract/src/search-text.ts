/** Returns the form in which texts are compared: ignores case, letter composition, full width and styling. */
export function toSearchText(text: string): string {
  // Lowercasing may yield a sequence that has a composed form, and a styled letter's plain form may be uppercase.
  return text.normalize('NFKC').toLocaleLowerCase('und').normalize('NFKC');
}
