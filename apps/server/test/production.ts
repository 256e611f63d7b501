import { randomBytes } from 'node:crypto';

/** Returns a production environment with providers that never respond. */
export function productionEnvironment(): Record<string, string> {
  return {
    NODE_ENV: 'production',
    APP_URL: 'https://tidemark.example.com',
    ENCRYPTION_KEYS: `one:${randomBytes(32).toString('base64')}`,
    OIDC_ISSUER: 'https://127.0.0.1:9',
    OIDC_CLIENT_ID: 'tidemark',
    OIDC_AUDIENCE: 'https://tidemark.example.com/api',
    META_APP_ID: '1234567890123456',
    META_APP_SECRET: randomBytes(16).toString('hex'),
    META_LOGIN_CONFIG_ID: '2345678901234567',
    META_WEBHOOK_VERIFY_TOKEN: randomBytes(16).toString('hex'),
  };
}
