export { describeProblem } from './account-problem.ts';
export { AccountConnectionsCard } from './account-connections-card.tsx';
export { metaConnectionQuery } from './connections.query.ts';
