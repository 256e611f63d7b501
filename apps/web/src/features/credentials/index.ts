export { CredentialsCard } from './credentials-card.tsx';
export { credentialsQuery } from './credentials.query.ts';
export { isSignInPage } from './sign-in-page-paths.ts';
