import type { Schema } from './document.ts';

/** Returns a schema as a TypeScript programmer would write it, with further rules after `//`. */
export function toText(schema: Schema, indent = ''): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return unique(choices.map((choice) => toText(choice, indent))).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => toText(part, indent)).join(' & ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(schema.type))
    return unique(schema.type.map((type) => toText({ ...schema, type }, indent))).join(' | ');
  if (schema.type === 'array') {
    const item = schema.items ? toText(schema.items, indent) : 'unknown';
    return schema.items && isChoice(schema.items) ? `(${item})[]` : `${item}[]`;
  }
  if (schema.properties || schema.type === 'object') return objectText(schema, indent);
  return schema.type ?? 'unknown';
}

function isChoice({ anyOf, oneOf, type, enum: values = [] }: Schema): boolean {
  return Boolean(anyOf ?? oneOf) || Array.isArray(type) || values.length > 1;
}

function objectText({ properties = {}, required, additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const rule = describeRule(schema);
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return `${inner}${key}${required.includes(name) ? '' : '?'}: ${toText(schema, inner)}${rule ? `  // ${rule}` : ''}`;
  });
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 1)
    lines.push(`${inner}[name]: ${toText(additionalProperties, inner)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

const maxPatternLength = 40;

/** Returns the rules for a value beyond its type. */
export function describeRule(schema: Schema): string {
  const { format, pattern, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  // JSON schemas bound integers by the limits of a double, which say nothing.
  const bound = (value: number | undefined) =>
    value !== undefined && Math.abs(value) < 2 ** 53 - 1 ? value : undefined;
  return [
    format,
    toRange(bound(minimum), bound(maximum), ''),
    toRange(minLength, maxLength, ' characters'),
    toRange(minItems, maxItems, ' of them'),
    !format && pattern && pattern.length <= maxPatternLength ? pattern : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function toRange(from: number | undefined, to: number | undefined, unit: string): string {
  if (from !== undefined && to !== undefined) return from === to ? `${from}${unit}` : `${from} to ${to}${unit}`;
  if (from !== undefined) return `at least ${from}${unit}`;
  return to === undefined ? '' : `at most ${to}${unit}`;
}

/** Returns a minimal value that matches the schema. */
export function toSample(schema: Schema): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return toSample(choice);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return schema.items && schema.minItems ? [toSample(schema.items)] : [];
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => schema.required.includes(name))
        .map(([name, part]) => [name, toSample(part)]),
    );
  if (type === 'number' || type === 'integer') return Math.max(0, schema.minimum ?? 0);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z';
  return schema.format === 'date' ? '2026-01-01' : '…';
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}
