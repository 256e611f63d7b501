export { createKeyAuthentication, isApiKey } from './authenticate-key.ts';
export { countKeys, deleteAllKeys } from './queries.ts';
