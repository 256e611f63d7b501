import { sessionHeader } from '@tidemark/contract';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/api-error.ts';

/**
 * Rejects calls that another site's page could have caused: they carry cookies too. Browsers let no page set these
 * headers for another origin.
 */
export function requireSameOrigin({ headers }: FastifyRequest, appOrigin: string): void {
  const site = headers['sec-fetch-site'];
  const isOurs =
    headers[sessionHeader] === '1' && headers.origin === appOrigin && (site === undefined || site === 'same-origin');
  if (!isOurs) throw new ApiError('cross_site_request');
}
