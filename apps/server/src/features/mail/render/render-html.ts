import { escapeHtml } from '../../../platform/escape-html.ts';
import { toLine, type MailBlock, type MailContent, type MailFigure } from './mail-content.ts';

// Mail programs know tables and inline styles; capable ones get dark colors from the style element. No picture, font or
// link is loaded when the message is opened.
const colors = {
  page: '#f3f1fb',
  card: '#ffffff',
  ink: '#16143a',
  quiet: '#4f4c70',
  line: '#e4e2f2',
  accent: '#5146e5',
};
const trend = { up: { color: '#0b6e4f', mark: '▲' }, down: { color: '#b3261e', mark: '▼' } };
const font = "font-family:Figtree,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const darkStyle = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0a0c18!important}.card{background:#161a2b!important;border-color:#2b2f44!important}
.ink{color:#f3f2fc!important}.quiet{color:#b4b3d0!important}.line{border-color:#2b2f44!important}
.accent{color:#8f86ff!important}.button{background:#8f86ff!important;color:#0d0c22!important}
.up{color:#5fd7a7!important}.down{color:#ff9b92!important}}
@media (max-width:480px){.outer{padding:12px 8px!important}.card{padding:22px 16px!important}}`;

const line = (text: string) => escapeHtml(toLine(text));

export function renderHtml({ subject, summary, title, blocks, reason, unsubscribe }: MailContent): string {
  const end = unsubscribe
    ? ` <a class="quiet" href="${escapeHtml(unsubscribe.pageUrl)}" style="color:${colors.quiet}">Unsubscribe</a>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${line(subject)}</title>
<style>${darkStyle}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${colors.page}">
<div style="display:none;max-height:0;overflow:hidden">${line(summary)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${colors.page}">
<tr><td class="outer" align="center" style="padding:28px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="quiet" style="${font};padding:0 4px 14px;font-size:15px;font-weight:700;color:${colors.quiet}">Tidemark</td></tr>
<tr><td class="card ink" style="${font};padding:30px 32px;background:${colors.card};border:1px solid ${colors.line};border-radius:18px;color:${colors.ink};font-size:16px;line-height:1.5;word-break:break-word;overflow-wrap:anywhere">
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700;color:${colors.ink}">${line(title)}</h1>
${blocks.map(renderBlock).join('\n')}
</td></tr>
<tr><td class="quiet" style="${font};padding:16px 4px;font-size:13px;line-height:1.5;color:${colors.quiet}">${line(reason)}${end}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function renderBlock(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p class="ink" style="margin:0 0 16px;color:${colors.ink}">${line(block.text)}</p>`;
    case 'sentences':
      return `<ul style="margin:0 0 20px;padding:0 0 0 20px">${block.sentences
        .map((one) => `<li class="ink" style="margin:0 0 8px;color:${colors.ink}">${line(one)}</li>`)
        .join('')}</ul>`;
    case 'figures':
      return `${heading(block.title)}<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:collapse">
${block.figures.map(renderFigure).join('\n')}
</table>${block.note ? `<p class="quiet" style="margin:-8px 0 20px;font-size:13px;color:${colors.quiet}">${line(block.note)}</p>` : ''}`;
    case 'links':
      return `${heading(block.title)}${block.links
        .map(
          ({ title, detail, url }) => `<p class="quiet" style="margin:0 0 12px;font-size:14px;color:${colors.quiet}">
<a class="accent" href="${escapeHtml(url)}" style="font-size:16px;color:${colors.accent}">${line(title)}</a><br>${line(detail)}</p>`,
        )
        .join('')}`;
    case 'button':
      return `<p style="margin:22px 0"><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;padding:13px 22px;border-radius:12px;background:${colors.accent};color:#ffffff;font-weight:600;text-decoration:none">${line(block.label)}</a></p>`;
  }
}

function heading(title: string): string {
  return `<h2 class="ink" style="margin:24px 0 10px;font-size:16px;color:${colors.ink}">${line(title)}</h2>`;
}

function renderFigure({ label, value, change, direction }: MailFigure): string {
  const cell = `padding:9px 0;border-top:1px solid ${colors.line}`;
  const looks = direction ? trend[direction] : null;
  const shown = change === null ? '' : `${looks ? `${looks.mark} ` : ''}${line(change)}`;
  return `<tr><th scope="row" align="left" class="line quiet" style="${cell};font-weight:400;font-size:14px;color:${colors.quiet}">${line(label)}</th>
<td align="right" class="line ink" style="${cell};font-weight:700;white-space:nowrap;color:${colors.ink}">${line(value)}</td>
<td align="right" class="line ${direction ?? 'quiet'}" style="${cell};padding-left:12px;width:1%;white-space:nowrap;font-size:14px;color:${looks?.color ?? colors.quiet}">${shown}</td></tr>`;
}
