import { SEARCH_HITS_MAX } from "#contract/manage/limits.ts";

type Rank = { score: number; newest: number };

/** Returns for each hit whether it is among the best so far. */
export function createBestHits(most = SEARCH_HITS_MAX) {
  /** Best first. */
  const best: Rank[] = [];

  return (hit: Rank): boolean => {
    const place = best.findLastIndex((other) => compare(other, hit) <= 0) + 1;
    if (place >= most) return false;
    best.splice(place, 0, { score: hit.score, newest: hit.newest });
    if (best.length > most) best.pop();
    return true;
  };
}

function compare(one: Rank, other: Rank): number {
  return other.score - one.score || other.newest - one.newest;
}
