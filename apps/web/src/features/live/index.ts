export { useConnection, type Connection } from './use-connection.ts';
