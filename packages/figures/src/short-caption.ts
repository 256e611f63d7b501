/** Longer than 100 characters: cut to 97 plus '...'. */
export function shortCaption(caption: string): string {
  const text = caption.trim();
  if (text === '') return 'Untitled Post';
  const characters = Array.from(text);
  return characters.length > 100 ? `${characters.slice(0, 97).join('')}...` : text;
}
