export { blueskyReplayer } from './connector.ts';
