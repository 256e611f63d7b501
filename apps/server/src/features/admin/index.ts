export type { MetaApp, MetaSetupAccess } from './meta/routes.ts';
