import { cutText } from '@tidemark/contract/characters';
import type { ChangeEvent, ChangeEventHandler } from 'react';

/**
 * Drops text beyond a number of characters as people count them, which the browser's own limit does not. A letter that
 * is still being composed keeps its parts.
 */
export function withinLength<Field extends HTMLInputElement | HTMLTextAreaElement>(
  maxCharacters: number | undefined,
  onChange: ChangeEventHandler<Field> | undefined,
) {
  if (maxCharacters === undefined) return onChange;
  return (event: ChangeEvent<Field>) => {
    const { value } = event.target;
    const isComposing = 'isComposing' in event.nativeEvent && event.nativeEvent.isComposing;
    const start = isComposing ? value : cutText(value, { maxCharacters });
    if (start !== value) event.target.value = start;
    onChange?.(event);
  };
}
