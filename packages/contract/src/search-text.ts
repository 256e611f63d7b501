/**
 * The form in which texts are compared: upper and lower case, composed and decomposed letters, full-width and styled
 * ones are the same.
 */
export function toSearchText(text: string): string {
  // Lower case may be a sequence that has a composed form, and a styled letter's plain form an upper-case one.
  return text.normalize('NFKC').toLocaleLowerCase('und').normalize('NFKC');
}
