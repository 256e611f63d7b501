export interface RoadmapSearch {
  action?: 'request';
  showRequested?: 'true' | 'false';
}

/** The roadmap's URL parameters. */
export function roadmapSearch({ action, showRequested }: Record<string, unknown>): RoadmapSearch {
  return {
    ...(action === 'request' && { action }),
    ...((showRequested === 'true' || showRequested === 'false') && { showRequested }),
  };
}

/** Requests are shown unless hidden. */
export function showsRequested({ showRequested }: RoadmapSearch): boolean {
  return showRequested !== 'false';
}
