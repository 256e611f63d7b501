import { z } from 'zod';
import type { Pause } from '../pause.ts';

/**
 * Validates a response and writes it as JSON, one element of its lists after another, with pauses for other work: a large
 * answer in one go would make everybody wait for it. Like the server's serialiser, it leaves out what the schema does not
 * name, and throws for what does not match.
 */
export async function serializeInSlices(schema: z.ZodType, answer: unknown, pause: Pause): Promise<string> {
  if (!(schema instanceof z.ZodObject) || !isRecord(answer)) return serialize(schema, answer);
  const fields: string[] = [];
  for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
    const text = await serializeList(field, answer[name], pause);
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${fields.join()}}`;
}

async function serializeList(schema: z.ZodType, value: unknown, pause: Pause): Promise<string | undefined> {
  if (isPlainArray(schema) && Array.isArray(value)) {
    const elements: string[] = [];
    for (const element of value as unknown[]) {
      elements.push(serialize(schema.element, element));
      await pause();
    }
    return `[${elements.join()}]`;
  }
  return serialize(schema, value);
}

/** Returns undefined for a field that is left out; the type of `stringify` does not say so. */
function serialize(schema: z.ZodType, value: unknown): string {
  return JSON.stringify(z.encode(schema, value));
}

/** Returns true for a list without conditions on the whole. */
function isPlainArray(schema: z.ZodType): schema is z.ZodArray<z.ZodType> {
  return schema instanceof z.ZodArray && !schema.def.checks?.length;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
