export { LiveConnection } from './live-connection.tsx';
export { LiveMark } from './live-mark.tsx';
