import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { ReactNode } from 'react';

const maxDepth = 12;

/**
 * Renders formatted text from issues. Builds elements and never HTML; anything that could load or run, such as an image
 * or a tag, is shown as written.
 */
export function Markdown({ text }: { text: string }) {
  return <>{renderAll(parse(text), 0)}</>;
}

function parse(text: string): Token[] {
  try {
    return new Lexer({ gfm: true, breaks: true }).lex(text);
  } catch {
    // Thousands of nested quotes exceed the parser's stack.
    return [{ type: 'text', raw: text, text }];
  }
}

function renderAll(tokens: readonly Token[], depth: number): ReactNode[] {
  return tokens.map((token, index) => <Part key={index} token={token} depth={depth} />);
}

function Part({ token: generic, depth }: { token: Token; depth: number }): ReactNode {
  const token = toKnown(generic);
  const children = () => ('tokens' in token && token.tokens ? renderAll(token.tokens, depth + 1) : toText(token));
  if (depth > maxDepth) return token.raw;
  switch (token.type) {
    case 'space':
    case 'def':
    case 'hr':
      return null;
    case 'br':
      return <br />;
    case 'heading':
      return (
        <p>
          <strong>{children()}</strong>
        </p>
      );
    case 'paragraph':
      return <p>{children()}</p>;
    case 'blockquote':
      return <blockquote>{children()}</blockquote>;
    case 'strong':
      return <strong>{children()}</strong>;
    case 'em':
      return <em>{children()}</em>;
    case 'del':
      return <del>{children()}</del>;
    case 'code':
    case 'codespan':
      return <code>{token.text}</code>;
    case 'list':
      return <List list={token} depth={depth} />;
    case 'link':
      if (!/^https?:\/\//i.test(token.href)) return token.raw;
      return (
        <a href={token.href} target="_blank" rel="nofollow ugc noopener noreferrer">
          {children()}
        </a>
      );
    case 'text':
    case 'escape':
      return children();
    default:
      return token.raw;
  }
}

function List({ list: { ordered, start, items }, depth }: { list: Tokens.List; depth: number }) {
  const rows = items.map((item, index) => <li key={index}>{renderAll(item.tokens, depth + 1)}</li>);
  return ordered ? <ol start={start === '' ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>;
}

// The parser's type includes extension tokens; without extensions, it returns only these.
function toKnown(token: Token): MarkedToken {
  return token as MarkedToken;
}

function toText(token: MarkedToken): string {
  return 'text' in token && token.text !== undefined ? token.text : token.raw;
}
