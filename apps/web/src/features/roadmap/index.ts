export { roadmapSearch, showsRequested } from './roadmap-search.ts';
