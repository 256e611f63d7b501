import { z } from 'zod';

/** A JSON schema, as far as the page shows it. */
export const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).default([]),
  get items() {
    return Schema.optional();
  },
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), Schema]).optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
  get oneOf() {
    return z.array(Schema).optional();
  },
  get allOf() {
    return z.array(Schema).optional();
  },
});
export type Schema = z.output<typeof Schema>;

const Content = z.looseObject({
  content: z.record(z.string(), z.looseObject({ schema: Schema.optional() })).optional(),
});

const Operation = z.looseObject({
  summary: z.string().default(''),
  security: z.array(z.unknown()).default([]),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema: Schema }))
    .default([]),
  requestBody: Content.optional(),
  responses: z.record(z.string(), Content).default({}),
  'x-access': z.string().default(''),
  'x-key-scope': z.string().optional(),
  'x-rate-limits': z
    .array(z.object({ name: z.string(), per: z.string(), max: z.number(), seconds: z.number() }))
    .default([]),
  'x-failures': z.array(z.object({ status: z.number(), code: z.string(), message: z.string() })).default([]),
});
export type Operation = z.output<typeof Operation>;

/** The parts of an OpenAPI document that the page shows. */
export const ApiDocument = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});
export type ApiDocument = z.output<typeof ApiDocument>;
