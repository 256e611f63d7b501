import type { Provider } from 'oidc-provider';
import { html } from '../html.ts';
import { page } from '../page-frame.ts';
import { grantedScope, mcpScopes } from './claims.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const scopeTexts: Record<string, string> = {
  'analytics:read': 'Metrics of your accounts',
  'posts:read': 'Posts with captions',
};

const style = `
.card{padding:28px}
label{display:flex;gap:10px;align-items:center;min-height:44px;font-weight:600}
label small{font-weight:400;color:var(--ink2)}
form{margin-top:14px}
.row{display:flex;flex-wrap:wrap;gap:10px;margin-top:18px}
`;

/** Asks whether a program may read what it asks for. */
export function renderConsent(interaction: Interaction, program: string): string {
  return page({
    title: `${program} – sandbox sign-in`,
    style,
    body: html`<div class="card">
      <div class="note">Sandbox: identity provider</div>
      <h1>Let ${program} read your analytics?</h1>
      <p>It can read what you choose, and change nothing.</p>
      <form method="post" action="/sign-in/${interaction.uid}/consent">
        ${listScopes(interaction).map(
          (scope) =>
            html`<label
              ><input type="checkbox" name="${scope}" checked /> ${scopeTexts[scope] ?? scope}
              <small>${scope}</small></label
            >`,
        )}
        <div class="row">
          <button class="button main" name="decision" value="allow">Allow</button>
          <button class="button" name="decision" value="deny">Cancel</button>
        </div>
      </form>
    </div>`,
  });
}

/** Stores a user's consent; the rest counts as refused, so that no user is asked twice. */
export async function saveConsent(provider: Provider, interaction: Interaction, allowed: string[]): Promise<string> {
  const { params, session } = interaction;
  const grant = new provider.Grant({
    clientId: String(params['client_id']),
    ...(session?.accountId !== undefined && { accountId: session.accountId }),
  });
  const scopes = listScopes(interaction);
  const granted = scopes.filter((scope) => allowed.includes(scope)).join(' ');
  const refused = scopes.filter((scope) => !allowed.includes(scope)).join(' ');
  grant.addOIDCScope(`${grantedScope} ${granted}`.trim());
  if (refused) grant.rejectOIDCScope(refused);
  for (const resource of [params['resource']].flat().filter((one) => typeof one === 'string')) {
    if (granted) grant.addResourceScope(resource, granted);
    if (refused) grant.rejectResourceScope(resource, refused);
  }
  return grant.save();
}

function listScopes({ params }: Interaction): string[] {
  const { scope: requested } = params;
  const scopes = typeof requested === 'string' ? requested.split(' ') : [];
  return mcpScopes.filter((scope) => scopes.includes(scope));
}
