import type { KeyScope } from '@tidemark/contract';

export const scopeLabels: Record<KeyScope, { name: string; about: string }> = {
  'analytics:read': { name: 'Analytics', about: 'metrics and audience' },
  'posts:read': { name: 'Posts', about: 'posts with captions and metrics' },
};
