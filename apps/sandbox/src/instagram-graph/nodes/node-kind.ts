import type { FaultName, FaultParams } from '../../faults.ts';
import type { MediaLinks } from '../../pictures/media-links.ts';
import type { InstagramType } from '../../sandbox-state.ts';
import type { AccountProfile } from '../../world/account-profile.ts';
import type { World } from '../../world/world.ts';
import type { AccessTokens, Caller } from '../access-tokens.ts';
import type { FieldSpec } from '../field-grammar.ts';
import { parseFields } from '../field-grammar.ts';
import { badParameter } from '../graph-error.ts';
import type { Json, JsonObject } from '../json.ts';

/** A call's context. */
export interface Scope {
  world: World;
  links: MediaLinks;
  tokens: AccessTokens;
  caller: Caller;
  now: number;
  /** Returns what only graph.instagram.com says about an account. */
  instagram: (account: AccountProfile) => { scopedId: string; type: InstagramType };
  /** `https://…/graph/v25.0`, for paging links. */
  base: string;
  /** Requested insight metrics, for the ledger. */
  metrics: string[];
  strike: (fault: FaultName, accepts?: (params: FaultParams) => boolean) => FaultParams | undefined;
}

export interface EdgeCall {
  args: Record<string, string | undefined>;
  fields: FieldSpec[] | undefined;
  /** The original `fields` text, repeated in paging links. */
  fieldsText: string | undefined;
}

export interface NodeKind<Node> {
  typeName: string;
  defaults: string[];
  toId: (node: Node) => string;
  fields: Record<string, (node: Node, scope: Scope, spec: FieldSpec) => Json | undefined>;
  edges: Record<string, (node: Node, scope: Scope, call: EdgeCall) => JsonObject | undefined>;
}

/** Returns a node with the requested fields. Keys without a value are omitted, never null; the id is always present. */
export function project<Node>(
  kind: NodeKind<Node>,
  node: Node,
  specs: FieldSpec[] | undefined,
  scope: Scope,
): JsonObject {
  const answer: JsonObject = {};
  for (const spec of specs ?? kind.defaults.flatMap(parseFields)) {
    const field = Object.hasOwn(kind.fields, spec.name) ? kind.fields[spec.name] : undefined;
    const edge = Object.hasOwn(kind.edges, spec.name) ? kind.edges[spec.name] : undefined;
    if (field) answer[spec.alias] = field(node, scope, spec);
    else if (edge)
      answer[spec.alias] = edge(node, scope, { args: spec.args, fields: spec.fields, fieldsText: undefined });
    else throw badParameter(`Tried accessing nonexisting field (${spec.name}) on node type (${kind.typeName})`);
  }
  answer['id'] ??= kind.toId(node);
  return answer;
}
