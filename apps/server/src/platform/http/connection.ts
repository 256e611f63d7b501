import type { FastifyRequest } from 'fastify';

export interface Connection {
  /** The connection's other end: a reverse proxy, if there is one. */
  peer: string;
  hasForwardedFor: boolean;
  /** True if the peer is trusted to name the client. */
  isForwarded: boolean;
}

/** Returns how a request reached the process. */
export function toConnection({ raw: { headers, socket }, ips }: FastifyRequest): Connection {
  return {
    peer: socket.remoteAddress ?? '',
    hasForwardedFor: headers['x-forwarded-for'] !== undefined,
    isForwarded: (ips?.length ?? 1) > 1,
  };
}
