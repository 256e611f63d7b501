export type { AppSetup, InstagramApp, MetaApp, MetaSetupAccess } from './meta/routes.ts';
