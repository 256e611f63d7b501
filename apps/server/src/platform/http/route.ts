import type { Access, Endpoint } from '@tidemark/contract';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Admission } from './admission.ts';

/** The signed-in person behind a request. */
export interface Viewer {
  userId: string;
  role: 'user' | 'system-admin';
}

type Output<Schema> = z.ZodType extends Schema ? undefined : Schema extends z.ZodType ? z.output<Schema> : undefined;

export interface HandlerInput<Params, Query, Body, Access> {
  viewer: Access extends 'user' | 'system-admin' ? Viewer : null;
  params: Params;
  query: Query;
  body: Body;
  /** The bytes that came, for an endpoint that takes them so; else empty. */
  rawBody: Buffer;
  requestId: string;
  /** Where the request came from; behind a proxy, as far as `TRUST_PROXY` believes it. */
  ip: string;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
  /** For the few answers that are not a JSON body of the declared shape (streams, `/ready`). */
  reply: FastifyReply;
}

export interface Route {
  endpoint: Endpoint;
  /** Given where there may be too many at once: looking at the token takes a place, too. */
  admission?: Admission;
  handle(input: HandlerInput<unknown, unknown, unknown, 'user'>): Promise<unknown>;
}

/** Ties a declared endpoint to its handler: the input arrives parsed, the answer must have the declared shape. */
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

/** Safe because the server parses params, query and body with this endpoint's own schemas before it calls. */
function eraseTypes(endpoint: unknown, handle: unknown): Route {
  return { endpoint, handle } as Route;
}

/** Routes whose work is the database's: each takes a place. One that waits for somebody else must not hold any. */
export function admitted(admission: Admission, routes: Route[]): Route[] {
  return routes.map(({ endpoint, handle }) => ({
    endpoint,
    admission,
    handle: (input) => admission.run(() => handle(input), { hasBegun: true }),
  }));
}
