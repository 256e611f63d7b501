export { serveResourceMetadata, type McpOAuth } from './oauth.ts';
export { mcpRoutes } from './routes.ts';
