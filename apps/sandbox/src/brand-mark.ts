import { html } from './html.ts';

/** The same drawing as in the web app. */
export const brandMark = html`<svg width="34" height="34" viewBox="0 0 40 40" fill="none" aria-hidden="true">
  <defs>
    <linearGradient id="brand" x1="4" y1="2" x2="36" y2="38" gradientUnits="userSpaceOnUse">
      <stop stop-color="#5146e5" />
      <stop offset=".58" stop-color="#a648d8" />
      <stop offset="1" stop-color="#f0718f" />
    </linearGradient>
  </defs>
  <rect width="40" height="40" rx="12" fill="url(#brand)" />
  <path d="M10 11.5h20" stroke="#fff" stroke-width="2.6" stroke-linecap="round" opacity=".55" />
  <g stroke="#fff" stroke-width="3" stroke-linecap="round">
    <path d="M8.5 20.5c3.8-4.4 7.6-4.4 11.5 0s7.7 4.4 11.5 0" />
    <path d="M8.5 28.7c3.8-4.4 7.6-4.4 11.5 0s7.7 4.4 11.5 0" opacity=".78" />
  </g>
</svg>`;
