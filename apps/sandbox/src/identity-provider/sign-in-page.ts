import { html } from '../html.ts';
import { brandMark } from '../brand-mark.ts';
import { page } from '../page-frame.ts';
import type { Person } from '../world/people.ts';
import { people } from '../world/people.ts';

const style = `
main{--wide:920px}
header{margin:0 0 22px}
.brand{display:flex;align-items:center;gap:11px;margin:0 0 22px;font-size:20px;font-weight:650;letter-spacing:-.02em}
.first{margin-inline-start:6px;padding:2px 8px;border-radius:8px;background:var(--soft);color:var(--pri);font-size:12.5px;font-weight:600;letter-spacing:0}
.what{margin:0 0 6px;font-size:16.5px;color:var(--ink)}
form{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,380px),1fr));gap:12px}
.row{display:grid;grid-template-columns:56px 1fr auto;gap:14px;align-items:center;width:100%;padding:14px 16px;font:inherit;color:inherit;text-align:start;cursor:pointer;border-radius:20px}
.row:hover{border-color:var(--pri)}
.row[autofocus]{border-color:var(--pri)}
.row b{display:block;font-size:16px;font-weight:620;letter-spacing:-.01em}
.row small{display:block;font-size:13px;color:var(--ink2)}
.row .state{margin-top:3px;font-size:13.5px;color:var(--ink)}
.row svg{color:var(--ink2)}
.row:hover svg,.row:focus-visible svg{color:var(--pri)}
footer{margin-top:18px;font-size:13px;color:var(--ink2)}
@media (max-width:480px){.row{grid-template-columns:48px 1fr auto;padding:12px}.row img{width:48px;height:48px}}
`;

export function renderSignIn({
  uid,
  application,
  hint,
}: {
  uid: string;
  application: string;
  hint: string | undefined;
}): string {
  return page({
    title: 'Choose a user – sandbox sign-in',
    style,
    body: html`
      <header>
        <div class="brand">${brandMark} Tidemark</div>
        <div class="note">Sandbox: identity provider</div>
        <h1 id="title">Choose a user</h1>
        <p class="what">Tidemark keeps the history of your Instagram accounts and shows what worked.</p>
        <p>One click signs you in to ${application}. No passwords: these users exist only on this machine.</p>
      </header>
      <form method="post" action="/sign-in/${uid}" aria-labelledby="title">
        ${people.map((person) => row(person, hint))}
      </form>
      <footer>In production, users sign in with a password, a passkey or your own identity provider.</footer>
    `,
  });
}

/** The person with the most to see. */
const first = 'maya';

function row(person: Person, hint: string | undefined) {
  const isHinted = hint?.toLowerCase() === person.email;
  return html`<button class="row card" name="email" value="${person.email}" ${isHinted && html`autofocus`}>
    <img src="/portraits/${person.key}.jpg" width="56" height="56" alt="" />
    <span>
      <b>${person.name}${person.key === first && html` <span class="first">Start here</span>`}</b>
      <small>${person.email}</small>
      <span class="state">${person.state}</span>
    </span>
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2.2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d="m9 6 6 6-6 6" />
    </svg>
  </button>`;
}
