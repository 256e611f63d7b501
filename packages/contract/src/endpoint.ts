import type { z } from 'zod';
import type { KeyScope } from './key-scope.ts';
import type { Cost, LimitName } from './cost.ts';
import type { FailureCode } from './failure.ts';
import type { WorkspaceRole } from './workspace-role.ts';

/**
 * Allowed callers: anyone, a signed-in user, a system-admin, a user's program (with an API key, or an access token for
 * the MCP server), a client with a live token (in the path), or one of our pages with a session cookie.
 */
export type Access = 'public' | 'user' | 'system-admin' | 'program' | 'live-token' | 'session';

/**
 * The least role that may make a call in somebody else's workspace. `person`: it concerns the caller, whatever the
 * workspace, and works on what is their own.
 */
export type MemberAccess = WorkspaceRole | 'person';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Caller extends Access = Access,
> {
  method: Method;
  /** Path below `/api/v1`, with `:name` for parameters. */
  path: string;
  access: Caller;
  /** Declared by every call of a signed-in user. */
  member?: MemberAccess;
  /** Scope an API key needs for this call; 'any' accepts every key. Keys are rejected if omitted. */
  scope?: KeyScope | 'any';
  /**
   * Requires a sign-in within the last ten minutes: the call changes how an account is reached, or hands over all of
   * it.
   */
  recentSignIn?: true;
  /** Also for users who still have to set up the second factor that the installation requires. */
  beforeSecondFactor?: true;
  cost: Cost;
  /** Rate limits in addition to the cost class's. */
  limits?: readonly LimitName[];
  summary: string;
  /** The call that says where the numbers in the response come from, with this call's parameters; sent as `Link`. */
  evidence?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Passes the body on as raw bytes, whatever its type, because a signature covers exactly those. */
  rawBody?: true;
  /** Maximum size of such a body; 1 MiB by default. */
  maxBytes?: number;
  /** Success status; 200 by default. */
  status?: 200 | 201 | 202 | 302;
  response: Response;
  /** Returns errors as JSON-RPC does, with our code and the request ID in `error.data`. */
  failsAsJsonRpc?: true;
  /** Possible errors in addition to the common ones (invalid input, not signed in, limits, server errors). */
  failures: readonly FailureCode[];
}

/** Declares a call once: the server registers it, the client is typed by it, and OpenAPI is generated from it. */
export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  const Caller extends Access,
>(
  declaration: Endpoint<Params, Query, Body, Response, Caller> & NeedsMember<Caller>,
): Endpoint<Params, Query, Body, Response, Caller> {
  return declaration;
}

type NeedsMember<Caller> = Caller extends 'user' | 'program' ? { member: MemberAccess } : { member?: never };

type Given<Key extends string, Schema> = z.ZodType extends Schema
  ? unknown
  : Schema extends z.ZodType
    ? { [K in Key]: z.input<Schema> }
    : unknown;

/** A caller's request, reduced to the parts the endpoint declares. */
export type EndpointRequest<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, z.ZodType>
    ? Given<'params', Params> & Given<'query', Query> & Given<'body', Body>
    : never;

export type EndpointResponse<E> = E extends { response: infer Response extends z.ZodType } ? z.output<Response> : never;
