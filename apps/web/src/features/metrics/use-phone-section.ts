import type { Collapse } from '#web/ui/card.tsx';
import { remember, useStored } from '#web/ui/stored.ts';
import { useMedia } from '#web/ui/use-media.ts';

/** Cards that start closed on a phone; the user's choice is remembered. */
export type PhoneSection = 'activity' | 'highlights';

const toKey = (section: PhoneSection) => `tidemark-open-${section}`;

/** Returns null on wider screens, where the card is always open. */
export function usePhoneSection(section: PhoneSection): Collapse | null {
  const isPhone = useMedia('(width < 700px)');
  const open = useStored(toKey(section)) === 'yes';
  if (!isPhone) return null;
  return { open, onOpenChange: (next) => remember(toKey(section), next ? 'yes' : null) };
}
