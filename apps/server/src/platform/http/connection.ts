import type { FastifyRequest } from 'fastify';

export interface Connection {
  /** The other end of the connection: a reverse proxy, if there is one. */
  peer: string;
  hasForwardedFor: boolean;
  /** Whether the peer is trusted to name the client. */
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
