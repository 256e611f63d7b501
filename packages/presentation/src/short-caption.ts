import { cutText } from '@tidemark/contract/characters';

/** Cuts captions longer than 100 characters to 97 plus '...'. */
export function shortCaption(caption: string): string {
  const text = caption.trim();
  if (text === '') return 'Untitled Post';
  const start = cutText(text, { maxCharacters: 100 });
  return start === text ? text : `${cutText(start, { maxCharacters: 97 })}...`;
}

/** Returns a caption's first line, cut to the given length. */
export function firstLine(caption: string, maxCharacters: number): string {
  const line = caption.split('\n', 1)[0]?.trim() ?? '';
  const start = cutText(line, { maxCharacters });
  return start === line ? line : `${cutText(start, { maxCharacters: maxCharacters - 1 })}…`;
}
