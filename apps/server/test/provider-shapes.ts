import type { Person, ProviderShape } from './shaped-provider.ts';

const audience = 'tidemark-api';
const clientId = 'tidemark';

const profile = ({ id, name, email }: Person) => ({ sub: id, name, email, email_verified: true });
const subject = ({ id }: Person) => ({ sub: id });
/** Entra ID derives a subject from the person and the application that a token is for. */
const pairwise = ({ id }: Person, application: string) => `${application}-${id}`;
const entraProfile = (person: Person) => ({ name: person.name, preferred_username: person.email, oid: person.id });

const okta: ProviderShape = {
  issuerPath: '/oauth2/default',
  toAccessClaims: ({ id, email }) => ({
    aud: audience,
    sub: email,
    uid: id,
    cid: clientId,
    scp: ['openid', 'profile'],
  }),
  toIdClaims: ({ id, name, email }) => ({ sub: id, name, email, preferred_username: email }),
  toUserinfo: profile,
};

const entra: ProviderShape = {
  issuerPath: '/tenant/v2.0',
  toAccessClaims: (person) => ({
    aud: audience,
    azp: clientId,
    ver: '2.0',
    sub: pairwise(person, clientId),
    ...entraProfile(person),
  }),
  toIdClaims: (person) => ({ sub: pairwise(person, clientId), ...entraProfile(person) }),
  // Its userinfo endpoint is Microsoft Graph's, which accepts only tokens for itself.
  toUserinfo: null,
};

const cognito: ProviderShape = {
  issuerPath: '/eu-central-1_pool',
  toAccessClaims: ({ id }) => ({ sub: id, client_id: clientId, token_use: 'access', username: id }),
  toIdClaims: (person) => ({ ...profile(person), 'cognito:username': person.id, token_use: 'id' }),
  toUserinfo: (person) => ({ ...profile(person), email_verified: 'true' }),
};

/** Shapes of well-known providers, from their documentation and from recorded tokens. */
export const providerShapes = {
  keycloak: {
    issuerPath: '/realms/main',
    toAccessClaims: (person) => ({
      aud: [audience, 'account'],
      azp: clientId,
      typ: 'Bearer',
      ...profile(person),
      preferred_username: 'anna',
    }),
    toIdClaims: profile,
    toUserinfo: profile,
  },
  auth0: {
    issuerPath: '/',
    toAccessClaims: ({ id }, issuer) => ({
      aud: [audience, `${issuer}userinfo`],
      azp: clientId,
      sub: `auth0|${id}`,
      scope: 'openid profile email',
    }),
    toIdClaims: (person) => ({ ...profile(person), sub: `auth0|${person.id}` }),
    toUserinfo: (person) => ({ ...profile(person), sub: `auth0|${person.id}` }),
  },
  google: {
    issuerPath: '',
    toAccessClaims: null,
    toIdClaims: profile,
    toUserinfo: profile,
    metadata: { end_session_endpoint: undefined },
  },
  okta,
  oktaWithoutIdTokenAtRenewal: { ...okta, renewsWithoutIdToken: true },
  oktaOrganisation: { ...okta, issuerPath: '', toAccessClaims: null },
  entra,
  entraWithOwnApi: {
    ...entra,
    toAccessClaims: (person) => ({
      aud: audience,
      azp: clientId,
      ver: '2.0',
      sub: pairwise(person, audience),
      ...entraProfile(person),
    }),
  },
  entraV1: {
    ...entra,
    toAccessClaims: (person) => ({
      iss: 'https://sts.windows.net/tenant/',
      aud: audience,
      ver: '1.0',
      sub: pairwise(person, clientId),
    }),
  },
  entraGraph: {
    ...entra,
    toAccessClaims: (person) => ({
      iss: 'https://sts.windows.net/tenant/',
      aud: '00000003-0000-0000-c000-000000000000',
      sub: pairwise(person, 'graph'),
    }),
    hasForeignAccessTokens: true,
  },
  entraCommon: { ...entra, metadata: { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' } },
  zitadel: {
    issuerPath: '',
    toAccessClaims: ({ id }) => ({ aud: [audience, clientId, 'project'], sub: id, client_id: clientId }),
    toIdClaims: (person) => ({ ...subject(person), azp: clientId }),
    toUserinfo: (person) => ({ ...profile(person), preferred_username: person.email }),
  },
  authentik: {
    issuerPath: '/application/o/tidemark/',
    toAccessClaims: (person) => ({ aud: clientId, azp: clientId, ...profile(person), groups: [] }),
    toIdClaims: profile,
    toUserinfo: profile,
  },
  pocketId: {
    issuerPath: '',
    toAccessClaims: (person) => ({ aud: [clientId], type: 'oauth-access-token', ...subject(person) }),
    toIdClaims: profile,
    toUserinfo: profile,
  },
  cognito,
} satisfies Record<string, ProviderShape>;
