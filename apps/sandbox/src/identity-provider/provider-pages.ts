import { html } from '../html.ts';
import { page } from '../page-frame.ts';

const cardStyle =
  '.card{padding:28px}.card p{margin-top:10px}.card a{display:inline-block;margin-top:18px;font-weight:600}';

export function renderProblem(code: string, description: string | undefined, appOrigin?: string): string {
  return page({
    title: 'Sign-in failed',
    style: cardStyle,
    body: html`<div class="card">
      <div class="note">Sandbox: identity provider</div>
      <h1>Sign-in failed</h1>
      <p>${description ?? 'Invalid request.'}</p>
      <p><small>${code}</small></p>
      ${appOrigin !== undefined && html`<a href="${appOrigin}/">Back to the application</a>`}
    </div>`,
  });
}

export function renderSignedOut(appOrigin: string | undefined): string {
  return page({
    title: 'Signed out',
    style: cardStyle,
    body: html`<div class="card">
      <div class="note">Sandbox: identity provider</div>
      <h1>You are signed out</h1>
      <p>No one is signed in to the sandbox.</p>
      ${appOrigin !== undefined && html`<a href="${appOrigin}/">Back to the application</a>`}
    </div>`,
  });
}
