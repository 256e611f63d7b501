import { html, raw } from '../../html.ts';
import { page } from '../../page-frame.ts';
import type { Person } from '../../world/people.ts';
import { dialogVariants } from './login-choice.ts';
import { people } from '../../world/people.ts';

export interface SharedPage {
  id: string;
  name: string;
  username: string | undefined;
  followers: number | undefined;
  picture: string | undefined;
}

export interface DialogRequest {
  configId: string;
  state: string;
  redirectUri: string;
  origin: string;
  mark: string;
  display: string;
}

const style = `
main{--wide:500px}
.card{padding:26px 24px 20px}
.who{display:flex;gap:14px;align-items:center;margin-bottom:18px}
h1{font-size:22px;margin:0}
h2{font-size:14px;font-weight:600;margin:20px 0 8px}
.who p{font-size:14px}
ul{list-style:none;margin:0;padding:0;max-height:300px;overflow:auto;border:1px solid var(--line);border-radius:14px}
li+li{border-top:1px solid var(--line)}
li label,li a{display:grid;grid-template-columns:40px 1fr auto;gap:12px;align-items:center;padding:9px 14px;min-height:44px;cursor:pointer;color:inherit;text-decoration:none}
li label:hover,li a:hover{background:var(--soft)}
li small{display:block;color:var(--ink2);font-size:12.5px}
li b{font-weight:560;font-size:14.5px}
input[type=checkbox]{width:20px;height:20px;accent-color:var(--pri)}
.permissions{margin:14px 0 0;padding-left:18px;max-height:none;border:0;list-style:disc;color:var(--ink2);font-size:13.5px}
.permissions li{border:0}
.buttons{display:flex;gap:10px;margin-top:22px}
.buttons .main{flex:1}
details{margin-top:16px;border-top:1px solid var(--line);padding-top:12px}
summary{cursor:pointer;font-size:14px;color:var(--pri);font-weight:600;min-height:24px}
details ul{margin-top:10px;max-height:260px}
.none{display:grid;place-items:center;width:40px;height:40px;border-radius:50%;background:var(--soft);font-size:12px}
`;

const permissions = [
  'Read your Instagram profile and media',
  'Read insights of your Instagram accounts and their media',
  'See the Pages you manage',
  'See accounts owned by your business portfolio',
  'Receive notifications about your Pages and their Instagram accounts',
  'Read reports of your ads',
];

export function renderDialog({
  person,
  shared,
  request,
  action,
}: {
  person: Person;
  shared: SharedPage[];
  request: DialogRequest;
  action: string;
}): string {
  const hidden = Object.entries({
    email: person.email,
    configId: request.configId,
    state: request.state,
    redirectUri: request.redirectUri,
    origin: request.origin,
    mark: request.mark,
    display: request.display,
  });
  return page({
    title: `Continue as ${person.name} – sandbox login`,
    style,
    body: html`
      <div class="note">Sandbox: Facebook Login for Business</div>
      <form class="card" method="post" action="${action}">
        ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <div class="who">
          <img src="/portraits/${person.key}.jpg" width="60" height="60" alt="" />
          <div>
            <h1>Continue as ${person.name}?</h1>
            <p>Tidemark will be able to:</p>
          </div>
        </div>
        <ul class="permissions">
          ${permissions.map((text) => html`<li>${text}</li>`)}
        </ul>
        <h2 id="shared">Pages and Instagram accounts to share</h2>
        ${
          shared.length === 0
            ? html`<p>This user manages no Pages.</p>`
            : html`<ul aria-labelledby="shared">
                ${shared.map(sharedRow)}
              </ul>`
        }
        <div class="buttons">
          <button class="button" name="answer" value="cancel">Cancel</button>
          <button class="button main" name="answer" value="continue" autofocus>
            Continue as ${person.name.split(' ').at(-2)}
          </button>
        </div>
        <details>
          <summary>Login type</summary>
          <ul>
            ${Object.entries(dialogVariants).map(([name, { label }]) => variantRow(name, label))}
          </ul>
        </details>
        <details>
          <summary>Continue as someone else</summary>
          <ul>
            ${people.filter(({ key }) => key !== person.key).map((other) => otherRow(other, request))}
          </ul>
        </details>
      </form>
    `,
  });
}

function sharedRow({ id, name, username, followers, picture }: SharedPage) {
  return html`<li>
    <label>
      ${picture === undefined ? html`<span class="none" aria-hidden="true">Page</span>` : html`<img src="${picture}" width="40" height="40" alt="" />`}
      <span>
        <b dir="auto">${name}</b>
        <small
          >${username === undefined ? 'Page without an Instagram account' : `@${username} · ${(followers ?? 0).toLocaleString('en')} followers`}</small
        >
      </span>
      <input type="checkbox" name="page-${id}" value="on" checked aria-label="Share ${name}" />
    </label>
  </li>`;
}

function variantRow(name: string, label: string) {
  return html`<li>
    <label>
      <input type="radio" name="login" value="${name}" ${name === 'person' ? raw('checked') : ''} />
      <span>${label}</span>
    </label>
  </li>`;
}

function otherRow(other: Person, { configId, state, redirectUri, origin, mark, display }: DialogRequest) {
  const query = new URLSearchParams({
    as: other.email,
    config_id: configId,
    state,
    redirect_uri: redirectUri,
    origin,
    mark,
    display,
  });
  return html`<li>
    <a href="?${query.toString()}">
      <img src="/portraits/${other.key}.jpg" width="40" height="40" alt="" />
      <span><b>${other.name}</b><small>${other.email}</small></span>
    </a>
  </li>`;
}

/** Posts the result to the window that opened the popup, and to that window's origin only. */
export function renderHandBack({
  origin,
  mark,
  code,
}: {
  origin: string;
  mark: string;
  code: string | undefined;
}): string {
  const message = JSON.stringify({ mark, code: code ?? null }).replaceAll('<', '\\u003c');
  return page({
    title: 'Done',
    body: html`<p>You can close this window.</p>
      <script>
        ${raw(`if (window.opener) window.opener.postMessage(${message}, ${JSON.stringify(origin).replaceAll('<', '\\u003c')}); setTimeout(function () { window.close(); }, 300);`)};
      </script>`,
  });
}

export function renderRefusal(text: string): string {
  return page({
    title: 'Login not possible',
    style,
    body: html`<div class="card">
      <div class="note">Sandbox: Facebook Login for Business</div>
      <h1>Login not possible</h1>
      <p>${text}</p>
    </div>`,
  });
}
