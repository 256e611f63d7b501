import type { Endpoint } from '@tidemark/contract';
import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';

interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export interface MadeUp {
  path: string;
  query: string;
  body: string | undefined;
}

const hostile: unknown[] = [
  null,
  '',
  '\0',
  '\ud800',
  '\u202e',
  '__proto__',
  "' or 1=1--",
  '../../etc/passwd',
  '%00',
  'x'.repeat(5_000),
  -1,
  1.5,
  1e308,
  2 ** 53,
  true,
  [],
  {},
  { $ne: '' },
  [[null]],
];

/** Generates valid requests for a call's schemas, and requests with one part replaced by something else. */
export function madeUp(endpoint: Endpoint, ids: string[]): Arbitrary<MadeUp> {
  const part = (schema: z.ZodType | undefined) =>
    schema
      ? fc.oneof({ weight: 2, arbitrary: fitting(toSchema(schema), ids) }, spoiled(fitting(toSchema(schema), ids)))
      : fc.constant(undefined);
  return fc
    .record({ params: part(endpoint.params), query: part(endpoint.query), body: part(endpoint.body) })
    .map(({ params, query, body }) => ({
      path: endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => toText(listEntries(params)[name] ?? 'x')),
      query: Object.entries(listEntries(query))
        .map(([name, value]) => `${toText(name)}=${toText(value)}`)
        .join('&'),
      body: body === undefined ? undefined : JSON.stringify(body),
    }));
}

function toSchema(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema; // zod's own JSON Schema output
}

function fitting(schema: Schema, ids: string[]): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, ids)));
  const [type = 'any'] = [schema.type].flat();
  switch (type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, value]) => [name, fitting(value, ids)])),
        { requiredKeys: schema.required ?? [] },
      );
    case 'array':
      return fc.array(fitting(schema.items ?? {}, ids), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, (schema.minItems ?? 0) + 4),
      });
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -1000),
        max: Math.min(schema.maximum ?? 1000, 1_000_000),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return fittingText(schema, ids);
    default:
      return fc.jsonValue();
  }
}

function fittingText({ format, minLength = 0, maxLength = 40 }: Schema, ids: string[]): Arbitrary<string> {
  if (format === 'date-time')
    return fc
      .date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (format === 'uuid') return fc.oneof(fc.uuid(), fc.constantFrom(...ids));
  const longest = Math.max(minLength, Math.min(maxLength, 60));
  return fc.oneof(
    fc.constantFrom(...ids),
    fc.string({ minLength, maxLength: longest, unit: 'binary' }),
    fc.string({ minLength, maxLength: longest }),
  );
}

/** Replaces one part, or the whole, with something else, or adds to it. */
function spoiled(arbitrary: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc.tuple(arbitrary, fc.constantFrom(...hostile), fc.nat()).map(([value, other, place]) => {
    if (typeof value !== 'object' || value === null) return other;
    const names = [...Object.keys(value), 'role'];
    const name = names[place % names.length] ?? '';
    return Array.isArray(value) ? [...value, other] : { ...value, [name]: other };
  });
}

function listEntries(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed()) || 'x';
}
