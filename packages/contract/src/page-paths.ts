/**
 * How documented paths of the figures begin, and the same paths as the page calls them: lists of content blockers
 * refuse every address that begins with `/api/v1/metrics`, on a user's own site as well (EasyPrivacy).
 */
export const figuresPath = { documented: '/metrics/', page: '/figures/' };
