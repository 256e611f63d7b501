export { deleteFrozenContent } from './queries.ts';
export { readSharedPage } from './shared-page.ts';
