/** What the fragment of a helper's link has beside the key, so that the first screen speaks to a helper. It opens nothing. */
export const HELPER_LINK_MARK = "helper";
