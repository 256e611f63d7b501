export { serveResourceMetadata } from './oauth.ts';
