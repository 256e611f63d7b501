/** Parses which number is explained. */
export function evidenceSearch({ evidence }: Record<string, unknown>): { evidence?: string } {
  return typeof evidence === 'string' ? { evidence } : {};
}
