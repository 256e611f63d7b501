export { CredentialsCard } from './credentials-card.tsx';
export { isSignInPage } from './sign-in-page-paths.ts';
