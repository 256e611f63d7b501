import { GraphError } from './graph-error.ts';

/** One entry in `fields=`: a name, its `.modifier(value)`s and the fields on the node or edge it leads to. */
export interface FieldSpec {
  name: string;
  alias: string;
  args: Record<string, string>;
  fields: FieldSpec[] | undefined;
}

const known = new Map<string, FieldSpec[]>();
const cacheSize = 500;

export function parseFields(text: string): FieldSpec[] {
  const cached = known.get(text);
  if (cached) return cached;
  const reader = new Reader(text);
  const specs = reader.list();
  reader.end();
  if (known.size >= cacheSize) known.clear();
  known.set(text, specs);
  return specs;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  list(): FieldSpec[] {
    const specs: FieldSpec[] = [];
    const seen = new Set<string>();
    do {
      this.#spaces();
      if (this.#peek() === '}' || this.#peek() === '') break;
      const spec = this.#field();
      if (seen.has(spec.alias))
        throw syntaxError(`Field ${spec.alias} specified more than once. This is only possible before version 2.1`);
      seen.add(spec.alias);
      specs.push(spec);
      this.#spaces();
    } while (this.#take(','));
    return specs;
  }

  end(): void {
    this.#spaces();
    if (this.#at < this.#text.length) throw this.#unexpected();
  }

  #field(): FieldSpec {
    const name = this.#name();
    const spec: FieldSpec = { name, alias: name, args: {}, fields: undefined };
    for (;;) {
      this.#spaces();
      if (this.#take('.')) {
        const modifier = this.#name();
        const value = this.#value();
        if (modifier === 'as') spec.alias = value;
        else if (modifier === 'fields') spec.fields = parseFields(value);
        else spec.args[modifier] = value;
      } else if (this.#take('{')) {
        spec.fields = this.list();
        if (!this.#take('}')) throw this.#unexpected();
      } else {
        return spec;
      }
    }
  }

  #name(): string {
    this.#spaces();
    const match = /^[A-Za-z_][A-Za-z0-9_]*/.exec(this.#text.slice(this.#at, this.#at + 80));
    if (!match) throw this.#unexpected();
    this.#at += match[0].length;
    return match[0];
  }

  #value(): string {
    if (!this.#take('(')) throw this.#unexpected();
    let depth = 1;
    const start = this.#at;
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at];
      if (sign === '(') depth += 1;
      if (sign === ')') depth -= 1;
      this.#at += 1;
      if (depth === 0) return this.#text.slice(start, this.#at - 1).trim();
    }
    throw this.#unexpected();
  }

  #spaces(): void {
    while (/\s/.test(this.#peek())) this.#at += 1;
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #take(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #unexpected(): GraphError {
    const found = this.#peek();
    return syntaxError(
      found === ''
        ? `Unexpected end of string at character ${this.#at}: ${this.#text}`
        : `Expected name at character ${this.#at}: ${this.#text.slice(0, 120)}`,
    );
  }
}

function syntaxError(text: string): GraphError {
  return new GraphError(`Syntax error "${text}"`, { code: 2500 });
}
