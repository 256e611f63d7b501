import { z } from 'zod';

const text = z.string().trim().min(1);

/** Who runs this installation, for its privacy page and terms. */
export const legalVariables = {
  LEGAL_NAME: text.optional(),
  LEGAL_ADDRESS: text.optional(),
  LEGAL_EMAIL: z.email('must be an email address').optional(),
};

type Legal = z.output<z.ZodObject<typeof legalVariables>>;

/** Returns null when Tidemark serves neither page. */
export function toLegalConfig({ LEGAL_NAME: name, LEGAL_ADDRESS: address, LEGAL_EMAIL: email }: Legal) {
  return name && email ? { name, address: address ?? null, email } : null;
}
