export { deleteFrozenContent } from './queries.ts';
export { createContentLoader } from './load-content.ts';
export { readSharedPage } from './shared-page.ts';
export { startShareWork } from './settle-frozen.ts';
