export { LiveConnection } from './live-connection.tsx';
export { useConnection } from './use-connection.ts';
