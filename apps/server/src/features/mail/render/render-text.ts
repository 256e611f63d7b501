import { toLine, type MailBlock, type MailContent } from './mail-content.ts';

const signs = { up: '+', down: '−' };

/** Renders the message for programs that show plain text. */
export function renderText({ title, blocks, reason, unsubscribe }: MailContent): string {
  const parts = [toLine(title), ...blocks.map(renderBlock), `--\n${toLine(reason)}`];
  if (unsubscribe) parts.push(`Unsubscribe: ${unsubscribe.pageUrl}`);
  return `${parts.join('\n\n')}\n`;
}

function renderBlock(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return toLine(block.text);
    case 'sentences':
      return block.sentences.map((sentence) => `- ${toLine(sentence)}`).join('\n');
    case 'figures': {
      const lines = block.figures.map(({ label, value, change, direction }) =>
        toLine(`${label}: ${value}${change ? ` (${direction ? signs[direction] : ''}${change})` : ''}`),
      );
      return [toLine(block.title), ...lines, ...(block.note ? [toLine(block.note)] : [])].join('\n');
    }
    case 'links':
      return [
        toLine(block.title),
        ...block.links.map(({ title, detail, url }) => `- ${toLine(title)}\n  ${toLine(detail)}\n  ${url}`),
      ].join('\n');
    case 'button':
      return `${toLine(block.label)}:\n${block.url}`;
  }
}
