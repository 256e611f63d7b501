import { z } from 'zod';

/** The login configuration's scopes; all are granted unless a test excludes some. */
const configuredScopes = [
  'instagram_basic',
  'instagram_manage_insights',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
  'pages_manage_metadata',
  'ads_read',
];

export const LoginVariant = z.strictObject({
  /** `SYSTEM_USER` is a business integration token: it never expires and belongs to a portfolio. */
  tokenType: z.enum(['USER', 'SYSTEM_USER']).default('USER'),
  /**
   * Edge that lists the shared pages: `me/accounts`; portfolio pages only in `me/businesses` (`mixed`); all pages there
   * (`portfolio`); only as target ids in `debug_token` (`granular-scopes`); only in `assigned_pages`.
   */
  discovery: z.enum(['accounts', 'mixed', 'portfolio', 'granular-scopes', 'assigned-pages']).default('accounts'),
  /** The person's role comes from Business Manager: insights also require `ads_read` or `ads_management`. */
  businessRole: z.boolean().default(false),
  /** Scopes granted in addition to the configured ones. */
  with: z.array(z.enum(['ads_management'])).default([]),
});
export type LoginVariant = z.infer<typeof LoginVariant>;

export const LoginChoice = LoginVariant.extend({
  /** Configured scopes that are not granted. */
  without: z.array(z.string()).default([]),
  /** Pages that are not shared. */
  excludedPages: z.array(z.string()).default([]),
  redirectUri: z.string().default(''),
});
export type LoginChoice = z.infer<typeof LoginChoice>;

export function grantedScopes({ with: more }: LoginVariant, refused: readonly string[]): string[] {
  return [...configuredScopes, ...more].filter((scope) => !refused.includes(scope));
}

/** Login variants that the dialog offers in addition to the usual one. */
export const dialogVariants: Record<string, { label: string; choice: z.input<typeof LoginChoice> }> = {
  person: { label: 'Personal login', choice: {} },
  'system-user': { label: 'Business integration (system user token)', choice: { tokenType: 'SYSTEM_USER' } },
  portfolio: { label: 'Portfolio administrator: Pages only in the portfolio', choice: { discovery: 'portfolio' } },
  'granular-scopes': {
    label: 'Portfolio role only: Pages only as granular scopes',
    choice: { discovery: 'granular-scopes' },
  },
  'business-role': {
    label: 'Role from Business Manager, without ads_read',
    choice: { businessRole: true, without: ['ads_read'] },
  },
};
