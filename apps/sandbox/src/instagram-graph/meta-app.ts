import { createHash } from 'node:crypto';

/** The registered application, derived from the seed so that it survives a restart. */
export interface MetaApp {
  id: string;
  secret: string;
  configId: string;
  /** The same app's ID and secret at Instagram. */
  instagramId: string;
  instagramSecret: string;
  name: string;
  webhookVerifyToken: string;
  tokenSecret: string;
  mediaSecret: string;
}

export const graphVersion = 'v25.0';

export function createMetaApp(seed: string): MetaApp {
  const made = (purpose: string) => createHash('sha256').update(`${seed}/meta-app/${purpose}`).digest('hex');
  const digits = (purpose: string, length: number) =>
    BigInt(`0x${made(purpose).slice(0, 24)}`)
      .toString()
      .slice(-length);
  return {
    id: `1${digits('id', 14)}`,
    secret: made('secret').slice(0, 32),
    configId: `9${digits('config', 14)}`,
    instagramId: `8${digits('instagram-id', 14)}`,
    instagramSecret: made('instagram-secret').slice(0, 32),
    name: 'Tidemark (sandbox)',
    webhookVerifyToken: made('webhook').slice(0, 24),
    tokenSecret: made('tokens'),
    mediaSecret: made('media'),
  };
}
