/**
 * Stands beside the key in the fragment of a helper's link, so that the first screen addresses a helper. It grants no
 * access.
 */
export const HELPER_LINK_MARK = "helper";
