import type { z } from 'zod';
import type { FailureCode } from './failure.ts';

/** Who may call: anybody, a signed-in user, a system-admin, or whoever holds a live token (it sits in the path). */
export type Access = 'public' | 'user' | 'system-admin' | 'live-token';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Caller extends Access = Access,
> {
  method: Method;
  /** Below `/api/v1`, with `:name` for parameters. */
  path: string;
  access: Caller;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The body is taken as the bytes that came, whatever their type: a signature holds for them and nothing else. */
  rawBody?: true;
  /** How large such a body may be; 1 MiB unless said. */
  mostBytes?: number;
  /** The status of success; 200 unless said. */
  status?: 200 | 201 | 202;
  response: Response;
  /** What it can refuse with, beside what every endpoint can (invalid input, no sign-in, limits, faults of ours). */
  failures: readonly FailureCode[];
}

/** Declares a call once: the server registers from it, the client is typed from it, OpenAPI is generated from it. */
export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  const Caller extends Access,
>(declaration: Endpoint<Params, Query, Body, Response, Caller>): Endpoint<Params, Query, Body, Response, Caller> {
  return declaration;
}

type Given<Key extends string, Schema> = z.ZodType extends Schema
  ? unknown
  : Schema extends z.ZodType
    ? { [K in Key]: z.input<Schema> }
    : unknown;

/** What a caller passes: only the parts the endpoint declares. */
export type RequestOf<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, z.ZodType>
    ? Given<'params', Params> & Given<'query', Query> & Given<'body', Body>
    : never;

export type ResponseOf<E> = E extends { response: infer Response extends z.ZodType } ? z.output<Response> : never;
