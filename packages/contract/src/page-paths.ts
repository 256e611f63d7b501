/**
 * Documented path prefix for figures, and the prefix our pages use instead: content blockers (EasyPrivacy) refuse every
 * address that begins with `/api/v1/metrics`, even on a user's own site.
 */
export const figuresPath = { documented: '/metrics/', page: '/figures/' };
