/** The web app's colours and shapes; no web font, so that the page is one response. */
export const style = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#f3f1fb, #0a0c18);
  --card: light-dark(#ffffff, #151828);
  --line: light-dark(#1a17401f, #ffffff1f);
  --ink: light-dark(#16143a, #f3f2fc);
  --ink2: light-dark(#4f4c70, #b4b3d0);
  --ink3: light-dark(#625f86, #9b99bc);
  --pri: light-dark(#5146e5, #8f86ff);
  --code: light-dark(#16143a08, #ffffff0a);
  --get: light-dark(#0b6e4f, #5fd7a7);
  --post: light-dark(#5146e5, #a49cff);
  --put: light-dark(#7a5200, #f5c542);
  --delete: light-dark(#b3261e, #ff9b92);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 24px; }
body {
  margin: 0; min-height: 100vh; color: var(--ink); font: 15px/1.55 'Figtree Variable', Figtree, system-ui, sans-serif;
  background: var(--bg);
  background-image: radial-gradient(900px 500px at 85% -10%, light-dark(#c9c3ff99, #3a2fb866), transparent),
    radial-gradient(700px 420px at 0% 0%, light-dark(#ffd4c466, #8a2c6340), transparent);
  background-repeat: no-repeat;
}
a { color: var(--pri); }
:focus-visible { outline: 2px solid var(--pri); outline-offset: 2px; border-radius: 6px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 12px; background: var(--card); padding: 8px 14px; }
.page { display: grid; grid-template-columns: 272px minmax(0, 1fr); gap: 40px; max-width: 1240px; margin: 0 auto; padding: 0 32px; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 40px 0 32px; scrollbar-width: thin; }
nav strong { display: block; font-size: 20px; letter-spacing: -.02em; margin-bottom: 20px; }
nav h2 { font: 600 12px/1.4 var(--mono); color: var(--ink3); margin: 20px 0 4px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: flex; gap: 8px; align-items: baseline; padding: 3px 8px 3px 0; color: var(--ink2); text-decoration: none; font-size: 13px; overflow-wrap: anywhere; }
nav li a:hover { color: var(--ink); text-decoration: underline; }
main { padding: 40px 0 96px; }
h1 { font-size: clamp(28px, 4vw, 40px); line-height: 1.1; letter-spacing: -.03em; margin: 0 0 12px; text-wrap: balance; }
.lead { color: var(--ink2); max-width: 66ch; margin: 0 0 24px; }
.rules { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; margin: 0 0 40px; padding: 0; }
.rules > div, article { background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
.rules > div { padding: 16px 20px; }
.rules dt { font-weight: 650; margin-bottom: 2px; }
.rules dd { margin: 0; color: var(--ink2); font-size: 14px; }
section > h2 { font: 650 20px/1.3 var(--mono); letter-spacing: -.02em; margin: 44px 0 12px; }
article { margin-bottom: 12px; overflow: hidden; }
article h3 { margin: 0; font: inherit; }
summary { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 2px 12px; align-items: baseline; padding: 14px 20px; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--code); }
summary:focus-visible { outline-offset: -3px; border-radius: 16px; }
summary .path { font: 600 14px/1.5 var(--mono); overflow-wrap: anywhere; }
summary .what { grid-column: 2 / -1; color: var(--ink2); font-size: 14px; }
.method { font: 700 11px/1.6 var(--mono); min-width: 48px; }
.get { color: var(--get); } .post { color: var(--post); } .put, .patch { color: var(--put); } .delete { color: var(--delete); }
.who { font-size: 12px; color: var(--ink3); border: 1px solid var(--line); border-radius: 99px; padding: 0 9px; white-space: nowrap; }
.body { padding: 4px 20px 20px; border-top: 1px solid var(--line); }
.body h4 { font-size: 12px; color: var(--ink3); margin: 16px 0 6px; font-weight: 650; }
pre { margin: 0; padding: 12px 14px; background: var(--code); border-radius: 10px; overflow-x: auto; font: 13px/1.6 var(--mono); tab-size: 2; }
pre i { font-style: normal; color: var(--ink3); }
code { font: .92em var(--mono); }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
td { border-top: 1px solid var(--line); padding: 6px 12px 6px 0; vertical-align: baseline; }
tr:first-child td { border-top: 0; }
td:first-child { white-space: nowrap; }
@media (max-width: 860px) {
  .page { grid-template-columns: minmax(0, 1fr); padding: 0 16px; gap: 0; }
  nav { display: none; }
  main { padding-top: 24px; }
  summary, .body { padding-left: 14px; padding-right: 14px; }
  .rules { grid-template-columns: minmax(0, 1fr); gap: 10px; }
  tbody, tr, td { display: block; }
  tr { padding: 8px 0; border-top: 1px solid var(--line); }
  tr:first-child { border-top: 0; }
  td { border: 0; padding: 0; }
}
`;
