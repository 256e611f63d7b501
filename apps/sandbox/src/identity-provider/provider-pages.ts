import { html } from '../html.ts';
import { page } from '../page-frame.ts';

const cardStyle =
  '.card{padding:28px}.card p{margin-top:10px}.card a{display:inline-block;margin-top:18px;font-weight:600}';

export function renderProblem(code: string, description: string | undefined, appOrigin?: string): string {
  return page({
    title: 'Sign-in did not work',
    style: cardStyle,
    body: html`<div class="card">
      <div class="note">Sandbox: stand-in identity provider</div>
      <h1>Sign-in did not work</h1>
      <p>${description ?? 'The request could not be understood.'}</p>
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
      <div class="note">Sandbox: stand-in identity provider</div>
      <h1>You are signed out</h1>
      <p>Nobody is signed in at the sandbox any more.</p>
      ${appOrigin !== undefined && html`<a href="${appOrigin}/">Back to the application</a>`}
    </div>`,
  });
}
