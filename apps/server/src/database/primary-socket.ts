import { isIP, Socket } from 'node:net';
import type { Server } from './find-primary.ts';

/** The driver's connection, as far as it names the certificate's required owner. */
export interface DriverConnection {
  ssl?: boolean | { host?: string; servername?: string };
}

/** Creates a socket for the driver that connects to the primary, whatever address the driver names. */
export function createPrimarySocket(findPrimary: () => Promise<Server>, connection: DriverConnection = {}): Socket {
  const socket = new Socket();
  // The driver parses the URL for each connection, and merges this into its TLS options once the socket is connected.
  if (connection.ssl === true) connection.ssl = {};
  const { ssl } = connection;
  const connect: (server: Server) => Socket = socket.connect.bind(socket);
  const connectTo = ({ host, port }: Server) => {
    if (socket.destroyed) return;
    if (ssl) Object.assign(ssl, { host, servername: isIP(host) === 0 ? host : undefined });
    connect({ host, port });
  };
  socket.connect = () => {
    findPrimary().then(connectTo, (error: Error) => socket.destroy(error));
    return socket;
  };
  return socket;
}
