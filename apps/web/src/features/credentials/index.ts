export { isSignInPage } from './sign-in-page-paths.ts';
