import type { Access, AccountId, Endpoint, KeyScope, WorkspaceRole } from '@tidemark/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Pause } from '../pause.ts';
import type { ApiError } from '../api-error.ts';

export interface Viewer {
  /** The user whose data the call works on: the caller, or the one whose workspace they are in. */
  userId: string;
  /** Set in another's workspace: the person who calls, and what they may do there. */
  member?: Member;
  role: 'user' | 'system-admin';
  /** Time at which the user last authenticated, if the provider says so. Programs never did. */
  signedInAt?: Date | null;
  /** The installation requires a second factor, and this user has not set one up. */
  lacksSecondFactor?: boolean;
  /** Set when a program calls in the user's name. */
  program?: Program;
  /** Identifies the batch that contains the call. */
  batch?: object;
}

export interface Member {
  userId: string;
  role: WorkspaceRole;
  /** The accounts that a client sees; null for the roles that see all. */
  accountIds: readonly AccountId[] | null;
  /** Reports chosen for a client, among those about none but their accounts; null for all of these. */
  reportIds: readonly string[] | null;
}

/** Returns the ID of the person who calls, whatever the workspace. */
export const toPersonId = ({ userId, member }: Pick<Viewer, 'userId' | 'member'>): string => member?.userId ?? userId;

/** Returns true for a client, who sees nothing that the team wrote for itself. */
export const isClient = ({ member }: Pick<Viewer, 'member'>): boolean => member?.role === 'client';

/** Returns the caller in their own workspace. */
export function toPerson({ member, ...viewer }: Viewer): Viewer {
  return member ? { ...viewer, userId: member.userId } : viewer;
}

export interface Program {
  /** An API key, or an access token for the MCP server. */
  kind: 'key' | 'token';
  /** Key for its rate limits. */
  id: string;
  scopes: readonly KeyScope[];
}

type Output<Schema> = z.ZodType extends Schema ? undefined : Schema extends z.ZodType ? z.output<Schema> : undefined;

export interface HandlerInput<Params, Query, Body, Access> {
  viewer: Access extends 'user' | 'system-admin' | 'program' ? Viewer : null;
  params: Params;
  query: Query;
  body: Body;
  /** The raw bytes, for an endpoint that takes them; else empty. */
  rawBody: Buffer;
  requestId: string;
  /** The client's IP; behind a proxy, as far as `TRUST_PROXY` allows. */
  ip: string;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /**
   * Runs more work for a response that is streamed after the handler has returned, once a slot is free for the caller.
   */
  admit<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Awaited between the steps of long work, to let other work run. */
  pause: Pause;
  /** Needed only by responses that are not a JSON body with the declared schema (streams, `/ready`). */
  reply: FastifyReply;
}

/** Returns a failure's `WWW-Authenticate` header; null leaves it to the server. */
export type Challenge = (failure: ApiError, request: FastifyRequest) => string | null;

export interface Route {
  endpoint: Endpoint;
  challenge?: Challenge;
  handle(input: HandlerInput<unknown, unknown, unknown, 'user'>): Promise<unknown>;
}

/**
 * Connects a declared endpoint to its handler: the input arrives parsed, and the result must match the declared schema.
 */
export function route<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Caller extends Access,
>(
  endpoint: Endpoint<Params, Query, Body, Response, Caller>,
  handle: (input: HandlerInput<Output<Params>, Output<Query>, Output<Body>, Caller>) => Promise<z.input<Response>>,
): Route {
  return eraseTypes(endpoint, handle);
}

/** Safe because the server parses params, query and body with this endpoint's own schemas before the call. */
function eraseTypes(endpoint: unknown, handle: unknown): Route {
  return { endpoint, handle } as Route;
}
