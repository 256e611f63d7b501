import { html } from '../html.ts';
import { page } from '../page-frame.ts';
import type { BlueskyAccount } from './bluesky-world.ts';
import type { AuthorizationRequest } from './oauth-server.ts';

const style = `
main{--wide:460px}
.card{padding:26px 24px}
label{display:flex;gap:12px;align-items:center;min-height:44px;cursor:pointer}
input{width:20px;height:20px;accent-color:var(--pri)}
fieldset{margin:18px 0 0;padding:8px 14px;border:1px solid var(--line);border-radius:14px}
legend{padding:0 6px;font-size:13px;color:var(--ink2)}
.buttons{display:flex;gap:10px;margin-top:22px}
.buttons .main{flex:1}
`;

/** The page of an account's server on which its owner allows a client to know who they are. */
export function renderConsent(uri: string, request: AuthorizationRequest, accounts: BlueskyAccount[]): string {
  return page({
    title: 'Sign in to Bluesky – sandbox',
    style,
    body: html`<p class="note">Sandbox replacement for Bluesky</p>
      <form class="card" method="post" action="/oauth/authorize">
        <h1>Sign in to Bluesky</h1>
        <p>${request.client.name} asks who you are. It gets no other access. No password is needed here.</p>
        <input type="hidden" name="request_uri" value="${uri}" />
        <input type="hidden" name="client_id" value="${request.client_id}" />
        <fieldset>
          <legend>Account</legend>
          ${accounts.map(
            ({ did, handle }, index) =>
              html`<label>
                <input type="radio" name="did" value="${did}" required ${index === 0 && 'checked'} /> @${handle}
              </label>`,
          )}
        </fieldset>
        <div class="buttons">
          <button class="button" name="answer" value="reject" formnovalidate>Deny access</button>
          <button class="button main" name="answer" value="allow">Authorize</button>
        </div>
      </form>`,
  });
}

export function renderRefusal(message: string): string {
  return page({
    title: 'Sign in to Bluesky – sandbox',
    body: html`<p class="note">Sandbox replacement for Bluesky</p>
      <h1>This sign-in is not possible</h1>
      <p>${message}</p>`,
  });
}
