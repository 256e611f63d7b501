import { html, raw } from '../html.ts';
import { page } from '../page-frame.ts';
import type { Person } from '../world/people.ts';

export interface OfferedAccount {
  id: string;
  username: string;
  name: string;
  kind: string;
  picture: string;
}

const style = `
main{--wide:460px}
.card{padding:26px 24px 20px}
h1{font-size:22px;margin:0 0 4px}
h2{font-size:14px;font-weight:600;margin:20px 0 8px}
ul{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:14px;overflow:hidden}
li+li{border-top:1px solid var(--line)}
label{display:grid;grid-template-columns:40px 1fr auto;gap:12px;align-items:center;padding:9px 14px;min-height:44px;cursor:pointer}
label.short{grid-template-columns:1fr auto}
label:hover{background:var(--soft)}
small{display:block;color:var(--ink2);font-size:12.5px}
b{font-weight:560;font-size:14.5px}
input{width:20px;height:20px;accent-color:var(--pri)}
.buttons{display:flex;gap:10px;margin-top:22px}
.buttons .main{flex:1}
`;

const permissions: Record<string, string> = {
  instagram_business_basic: 'View profile and access media',
  instagram_business_manage_insights: 'Access insights',
};

export function renderInstagramDialog({
  person,
  accounts,
  scopes,
  hidden,
}: {
  person: Person;
  accounts: OfferedAccount[];
  scopes: string[];
  hidden: Record<string, string>;
}): string {
  return page({
    title: 'Authorize Tidemark – sandbox login',
    style,
    body: html`
      <div class="note">Sandbox: Business Login for Instagram</div>
      <form class="card" method="post" action="">
        ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <h1>Authorize Tidemark</h1>
        <p>Log in as one of ${person.name}’s Instagram accounts.</p>
        <h2 id="accounts">Log in as</h2>
        <ul aria-labelledby="accounts">
          ${accounts.map(
            ({ id, username, name, kind, picture }, index) =>
              html`<li>
                <label>
                  <img src="${picture}" width="40" height="40" alt="" />
                  <span>
                    <b>@${username}</b>
                    <small dir="auto">${name} · ${kind}</small>
                  </span>
                  <input type="radio" name="account" value="${id}" ${raw(index === 0 ? 'checked' : '')} />
                </label>
              </li>`,
          )}
        </ul>
        <h2 id="permissions">Permissions</h2>
        <ul aria-labelledby="permissions">
          ${scopes.map(
            (scope) =>
              html`<li>
                <label class="short">
                  <span>${permissions[scope] ?? scope}</span>
                  <input type="checkbox" name="scope-${scope}" value="on" checked />
                </label>
              </li>`,
          )}
        </ul>
        <div class="buttons">
          <button class="button" name="answer" value="cancel">Cancel</button>
          <button class="button main" name="answer" value="allow" autofocus>Allow</button>
        </div>
      </form>
    `,
  });
}

export function renderInstagramRefusal(text: string): string {
  return page({
    title: 'Login not possible',
    style,
    body: html`<div class="card">
      <div class="note">Sandbox: Business Login for Instagram</div>
      <h1>Login not possible</h1>
      <p>${text}</p>
    </div>`,
  });
}
