export { describeProblem } from './account-problem.ts';
export { AccountConnectionsCard } from './account-connections-card.tsx';
export { AccountsSection } from './accounts-section.tsx';
export { connectionAccountsQuery, metaConnectionQuery } from './connections.query.ts';
