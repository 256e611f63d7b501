import { CircleDashed, Clapperboard, Image, Images } from 'lucide-react';
import type { PostFormat } from './post-format.ts';

const icons = { Post: Image, Reel: Clapperboard, Carousel: Images, Story: CircleDashed };

export function FormatIcon({ format, size = 15 }: { format: PostFormat; size?: number }) {
  const Icon = icons[format];
  return <Icon size={size} aria-hidden="true" />;
}
