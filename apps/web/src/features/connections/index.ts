export { describeProblem } from './account-problem.ts';
export { AccountConnectionsCard } from './account-connections-card.tsx';
export { AccountsSection } from './accounts-section.tsx';
export { BlueskyReturnPage } from './bluesky/bluesky-return-page.tsx';
export { blueskyLoginsQuery } from './bluesky/use-bluesky-logins.ts';
export { connectionAccountsQuery, metaConnectionQuery } from './connections.query.ts';
export { hasWorkingLogin } from './has-working-login.ts';
export { InstagramReturnPage } from './instagram/instagram-return-page.tsx';
export { useLacksPage } from './use-lacks-page.ts';
