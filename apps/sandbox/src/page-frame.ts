import type { Html } from './html.ts';
import { html, raw } from './html.ts';

const styles = raw(`
:root{color-scheme:light dark;--bg:#f3f1fb;--card:#fff;--line:#1a17401f;--ink:#16143a;--ink2:#4f4c70;--pri:#5146e5;--pri-ink:#fff;--soft:#5146e514;--shadow:0 1px 1px #1a17400a,0 18px 44px -18px #1a174033;
--a1:#c9c3ff;--a2:#ffd4c4;--a3:#c4efe7;--a4:#f7cbe6;--a:.85}
@media (prefers-color-scheme:dark){:root{--bg:#0a0c18;--card:#161a2b;--line:#ffffff1f;--ink:#f3f2fc;--ink2:#b4b3d0;--pri:#8f86ff;--pri-ink:#0d0c22;--soft:#8f86ff24;--shadow:0 1px 0 #ffffff0a inset,0 18px 44px -18px #000;
--a1:#3a2fb8;--a2:#8a2c63;--a3:#0c5f63;--a4:#43218a;--a:.62}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;font:15px/1.45 ui-sans-serif,system-ui,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;color:var(--ink);background:var(--bg);display:grid;place-items:center;padding:28px 16px;position:relative}
body::before{content:"";position:fixed;inset:0;z-index:-1;opacity:var(--a);background:radial-gradient(78vw 92vh at 8% 0%,var(--a1),transparent 100%),radial-gradient(72vw 84vh at 96% 8%,var(--a2),transparent 100%),radial-gradient(78vw 90vh at 88% 100%,var(--a3),transparent 100%),radial-gradient(74vw 86vh at 4% 98%,var(--a4),transparent 100%)}
body::after{content:"";position:fixed;inset:0;z-index:-1;opacity:.05;pointer-events:none;background:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='160' height='160'%3E%3Cfilter id='n'%3E%3CfeTurbulence type='fractalNoise' baseFrequency='.9' numOctaves='2' stitchTiles='stitch'/%3E%3CfeColorMatrix type='saturate' values='0'/%3E%3C/filter%3E%3Crect width='160' height='160' filter='url(%23n)'/%3E%3C/svg%3E")}
main{width:100%;max-width:var(--wide,520px)}
h1{font-size:clamp(24px,3.2vw,31px);line-height:1.15;letter-spacing:-.025em;margin:0 0 6px;font-weight:650}
p{margin:0;color:var(--ink2)}a{color:var(--pri)}
.note{display:flex;width:fit-content;align-items:center;gap:8px;margin:0 0 16px;padding:5px 12px 5px 9px;border:1px solid var(--line);border-radius:99px;background:var(--card);color:var(--ink2);font-size:13px}
.note::before{content:"";width:8px;height:8px;border-radius:50%;background:#e0569b}
.card{background:var(--card);border:1px solid var(--line);border-radius:20px;box-shadow:var(--shadow)}
img{display:block;border-radius:50%;background:var(--soft)}
:focus-visible{outline:3px solid var(--pri);outline-offset:2px}
.button{font:inherit;font-weight:600;min-height:44px;padding:10px 20px;border-radius:14px;border:1px solid var(--line);background:transparent;color:var(--ink);cursor:pointer}
.button.main{background:var(--pri);border-color:var(--pri);color:var(--pri-ink)}
@media (prefers-reduced-motion:no-preference){.button,.row{transition:background-color .18s,border-color .18s}}
`);

/** Returns the frame around every sandbox page, light and dark. */
export function page({
  title,
  body,
  style = '',
  lang = 'en',
}: {
  title: string;
  body: Html;
  style?: string;
  lang?: string;
}): string {
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>
          ${styles}
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.markup;
}
