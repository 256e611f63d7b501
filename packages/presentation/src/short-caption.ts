import { cutText } from '@tidemark/contract/characters';

/** Cuts captions longer than 100 characters to 97 plus '...'. */
export function shortCaption(caption: string): string {
  const text = caption.trim();
  if (text === '') return 'Untitled Post';
  const start = cutText(text, { maxCharacters: 100 });
  return start === text ? text : `${cutText(start, { maxCharacters: 97 })}...`;
}
