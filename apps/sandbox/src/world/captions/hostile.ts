import { strangeCaptions } from '../../strange-input.ts';
import type { MediaItem } from '../media-item.ts';

/** Returns a caption such as an attacker, or the world, would write. */
export function hostileCaption({ day, slot }: MediaItem): string {
  return strangeCaptions[(day * 101 + slot) % strangeCaptions.length]?.text ?? '';
}

export const hostileName = `<b onmouseover="alert(4)">=1+1</b>\u202Egpj.\u202C`;
