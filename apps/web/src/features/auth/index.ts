export { createIdentityClient, isSigningOut, type IdentityClient } from './identity-client.ts';
export { featuresQuery } from './features.query.ts';
export { SignInProvider } from './sign-in-provider.tsx';
export { useLogOut } from './use-log-out.ts';
export { useSignIn } from './use-sign-in.ts';
